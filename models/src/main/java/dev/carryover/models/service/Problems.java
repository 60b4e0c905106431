package dev.carryover.models.service;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.models.service.AttemptFailure.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Words for what a look at a service found. */
final class Problems {
  private Problems() {}

  /** A service that cannot be looked at. One that is only busy is no problem: calls wait. */
  static List<Problem> closed(Service service, AttemptFailure failure) {
    return switch (failure.kind()) {
      case SLOW_DOWN -> List.of();
      case UNAUTHORIZED ->
          List.of(
              new Problem(
                  service.name() + ": " + failure.getMessage(),
                  service
                      .settings()
                      .secret()
                      .variable()
                      .map(variable -> "put a key that it takes into " + variable)
                      .orElse("set 'key' to the name of the variable that holds its key")));
      default ->
          List.of(
              new Problem(
                  service.name() + " cannot be reached: " + failure.getMessage(),
                  "start the service, or correct 'url'",
                  failure.kind() == Kind.NETWORK));
    };
  }

  /** What differs between two identities. */
  static String difference(ModelIdentity before, ModelIdentity now) {
    List<String> all = new ArrayList<>();
    add(all, "name", before.name(), now.name());
    add(all, "revision", before.revision(), now.revision());
    add(all, "tokenizer", before.tokenizer(), now.tokenizer());
    add(all, "context limit", before.contextLimit(), now.contextLimit());
    Set<String> names = new TreeSet<>(before.facts().keySet());
    names.addAll(now.facts().keySet());
    for (String name : names) {
      add(
          all,
          name,
          before.facts().getOrDefault(name, "unknown"),
          now.facts().getOrDefault(name, "unknown"));
    }
    if (all.isEmpty()) {
      all.add(
          "the canary's log-probabilities were %s, now %s"
              .formatted(before.canary(), now.canary()));
    }
    return String.join("; ", all);
  }

  private static void add(List<String> all, String what, Object before, Object now) {
    if (!Objects.equals(before, now)) {
      all.add("%s was '%s', now '%s'".formatted(what, words(before), words(now)));
    }
  }

  private static String words(Object value) {
    return value
        .toString()
        .replaceAll("^Optional(Int)?\\[(.*)]$", "$2")
        .replaceAll("^Optional(Int)?\\.empty$", "unknown");
  }
}
