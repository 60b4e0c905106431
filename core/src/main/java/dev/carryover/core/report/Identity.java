package dev.carryover.core.report;

import dev.carryover.core.ModelIdentity;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A model or an embedder.
 *
 * @param kind embedder or model
 * @param name as cells name it
 * @param facts what the service told, by name
 * @param unknown what could not be known
 * @param canary log-probabilities of a fixed text, where the service tells them
 */
public record Identity(
    String kind,
    String name,
    SortedMap<String, String> facts,
    List<String> unknown,
    Optional<List<Double>> canary) {
  /**
   * The fact that names a service's kind: openai, ollama, external. What runs in this process has
   * none, and answers the same every time.
   */
  public static final String SERVICE = "kind";

  public Identity {
    canary.ifPresent(figures -> figures.forEach(figure -> Finite.require("canary", figure)));
    canary = canary.map(List::copyOf);
  }

  /** One without log-probabilities. */
  public Identity(String kind, String name, SortedMap<String, String> facts, List<String> unknown) {
    this(kind, name, facts, unknown, Optional.empty());
  }

  /** Whether both are one: everything told is equal, log-probabilities within their tolerance. */
  public boolean sameAs(Identity other) {
    return kind.equals(other.kind)
        && name.equals(other.name)
        && facts.equals(other.facts)
        && unknown.equals(other.unknown)
        && ModelIdentity.sameCanary(canary.orElse(List.of()), other.canary.orElse(List.of()));
  }
}
