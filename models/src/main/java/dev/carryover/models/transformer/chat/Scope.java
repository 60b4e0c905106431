package dev.carryover.models.transformer.chat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The variables that a part of a template sees, and what is left of its allowance. */
final class Scope {
  private final Map<String, Object> variables = new LinkedHashMap<>();
  private final Optional<Scope> outer;
  private final Run run;

  /** The outermost scope of one rendering. */
  Scope(Map<String, ?> variables) {
    this.variables.putAll(variables);
    this.outer = Optional.empty();
    this.run = new Run();
  }

  private Scope(Scope outer) {
    this.outer = Optional.of(outer);
    this.run = outer.run;
  }

  private static final class Run {
    private final StringBuilder out = new StringBuilder();
    private long work;
  }

  /** One whose variables hide these, and end with it. */
  Scope inner() {
    return new Scope(this);
  }

  /** A variable's value, {@link Nothing#UNDEFINED} where there is none. */
  Object get(String name) {
    step();
    Object value = variables.get(name);
    if (value != null) {
      return value;
    }
    return outer.isPresent() ? outer.get().get(name) : Nothing.UNDEFINED;
  }

  void set(String name, Object value) {
    variables.put(name, value);
  }

  void write(String text) {
    spend(text.length());
    run.out.append(text);
  }

  /** Counts one step of work. */
  void step() {
    spend(Limits.STEP);
  }

  /** Counts work, before it is done; a template without end is stopped. */
  void spend(long characters) {
    run.work += characters;
    if (run.work > Limits.WORK) {
      throw new TemplateException("it does not end within the work that a template may take");
    }
  }

  /** What was written. */
  String output() {
    return run.out.toString();
  }
}
