package dev.carryover.models.transformer.chat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code for}: its variables end with each round.
 *
 * @param names one, or as many as an element has parts
 * @param condition which elements count
 * @param otherwise what is done where there are none
 */
record Loop(
    List<String> names,
    Expression elements,
    Optional<Expression> condition,
    Statement body,
    Optional<Statement> otherwise)
    implements Statement {
  @Override
  public void run(Scope scope) {
    Object whole = elements.in(scope);
    List<Object> chosen = new ArrayList<>();
    for (Object element : whole == Nothing.UNDEFINED ? List.of() : Values.list(whole)) {
      Scope round = scope.inner();
      bind(round, element);
      if (condition.isEmpty() || Values.isTrue(condition.get().in(round))) {
        chosen.add(element);
      }
    }
    for (int i = 0; i < chosen.size(); i++) {
      Scope round = scope.inner();
      bind(round, chosen.get(i));
      round.set("loop", place(chosen, i));
      body.run(round);
    }
    if (chosen.isEmpty()) {
      otherwise.ifPresent(statement -> statement.run(scope.inner()));
    }
  }

  private void bind(Scope scope, Object element) {
    scope.step();
    if (names.size() == 1) {
      scope.set(names.get(0), element);
      return;
    }
    if (!(element instanceof List<?> parts) || parts.size() != names.size()) {
      throw new TemplateException(
          "%s cannot be %d variables".formatted(Values.inWords(element), names.size()));
    }
    for (int i = 0; i < names.size(); i++) {
      scope.set(names.get(i), parts.get(i));
    }
  }

  private static Map<String, Object> place(List<Object> all, int i) {
    Map<String, Object> place = new LinkedHashMap<>();
    place.put("index0", (long) i);
    place.put("index", i + 1L);
    place.put("revindex0", all.size() - i - 1L);
    place.put("revindex", (long) all.size() - i);
    place.put("length", (long) all.size());
    place.put("first", i == 0);
    place.put("last", i == all.size() - 1);
    if (i > 0) {
      place.put("previtem", all.get(i - 1));
    }
    if (i < all.size() - 1) {
      place.put("nextitem", all.get(i + 1));
    }
    return place;
  }
}
