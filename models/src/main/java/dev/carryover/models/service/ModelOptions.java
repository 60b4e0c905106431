package dev.carryover.models.service;

import dev.carryover.core.spi.LanguageModel.Use;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.service.SelfDescription.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a language model of a service is used.
 *
 * @param constraint how the answer's form is held
 * @param context the context to load it with, for Ollama
 * @param expectations what it must be
 */
record ModelOptions(
    Use use, Constraint constraint, OptionalInt context, Expectations expectations) {
  private static final int MOST_CONTEXT = 1 << 30;

  static ModelOptions read(ServiceKind kind, Settings settings) {
    Use use =
        Use.valueOf(
            settings.choice("use", "chat", List.of("chat", "completion")).toUpperCase(Locale.ROOT));
    return new ModelOptions(
        use,
        Constraint.in(settings, kind, use),
        kind == ServiceKind.OLLAMA ? tokens(settings, "context") : OptionalInt.empty(),
        new Expectations(
            ServiceSettings.given(settings, "expect_revision"),
            tokens(settings, "expect_context"),
            ServiceSettings.given(settings, "expect_tokenizer")));
  }

  static OptionalInt tokens(Settings settings, String key) {
    return ServiceSettings.given(settings, key).isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(settings.integer(key, 1, 1, MOST_CONTEXT));
  }

  /** What a model must be; empty where anything goes. */
  record Expectations(Optional<String> revision, OptionalInt context, Optional<String> tokenizer) {
    /** Everything that it is not. */
    List<Problem> check(String name, Told told) {
      List<Problem> problems = new ArrayList<>();
      compare(problems, name, "revision", revision, told.revision());
      compare(problems, name, "context", text(context), text(told.context()));
      compare(problems, name, "tokenizer", tokenizer, told.tokenizer());
      return problems;
    }

    private static Optional<String> text(OptionalInt number) {
      return number.isPresent()
          ? Optional.of(Integer.toString(number.getAsInt()))
          : Optional.empty();
    }

    private static void compare(
        List<Problem> problems,
        String name,
        String what,
        Optional<String> expected,
        Optional<String> found) {
      if (expected.isPresent() && !expected.equals(found)) {
        problems.add(
            new Problem(
                "%s: 'expect_%s' is '%s', and the service %s"
                    .formatted(
                        name,
                        what,
                        expected.get(),
                        found.map(f -> "tells '" + f + "'").orElse("does not tell")),
                "serve what is expected, or correct 'expect_" + what + "'"));
      }
    }
  }
}
