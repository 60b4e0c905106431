package dev.carryover.core;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who really answers: facts taken from the running service, not names typed by a user.
 *
 * @param name the served name
 * @param revision a revision or digest that changes whenever the answers may change
 * @param tokenizer hash of the token ids of fixed strings, where the service tokenizes
 * @param contextLimit in tokens, where the service tells
 * @param facts what else it tells and must not change, by name, such as its version or its greedy
 *     continuation of a fixed text
 * @param canary log-probabilities of a fixed text, token by token, where the service tells them:
 *     equal within {@link #CANARY_TOLERANCE}; empty where it does not
 */
public record ModelIdentity(
    String name,
    Optional<String> revision,
    Optional<String> tokenizer,
    OptionalInt contextLimit,
    SortedMap<String, String> facts,
    List<Double> canary) {
  /** By how much a canary log-probability may differ, in nats, and still be the same model's. */
  public static final double CANARY_TOLERANCE = 0.05;

  public ModelIdentity {
    Texts.requireNotBlank("model name", name);
    Objects.requireNonNull(revision, "revision");
    Objects.requireNonNull(tokenizer, "tokenizer");
    Objects.requireNonNull(contextLimit, "contextLimit");
    facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
    canary = List.copyOf(canary);
  }

  /** A built-in model: its name and the version of its method are all there is to know. */
  public static ModelIdentity builtIn(String name, String revision) {
    return new ModelIdentity(
        name,
        Optional.of(revision),
        Optional.empty(),
        OptionalInt.empty(),
        Collections.emptySortedMap(),
        List.of());
  }

  /** Everything that must be equal, in one line: what answers and stores are kept under. */
  public String fingerprint() {
    return String.join(
        "|",
        name,
        revision.orElse("?"),
        tokenizer.orElse("?"),
        contextLimit.isPresent() ? Integer.toString(contextLimit.getAsInt()) : "?",
        facts.toString());
  }

  /** Whether both are one model: all facts equal, the canary within its tolerance. */
  public boolean sameAs(ModelIdentity other) {
    return fingerprint().equals(other.fingerprint()) && sameCanary(canary, other.canary);
  }

  /** Whether two canaries agree token by token within {@link #CANARY_TOLERANCE}. */
  public static boolean sameCanary(List<Double> one, List<Double> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      if (Math.abs(one.get(i) - other.get(i)) > CANARY_TOLERANCE) {
        return false;
      }
    }
    return true;
  }
}
