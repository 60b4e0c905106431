package dev.carryover.core;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A history with the probes that are asked about it.
 *
 * @param history the history
 * @param probes their ids unique, their evidence events all in the history; may be empty
 */
public record ProbedHistory(History history, List<Probe> probes) {
  public ProbedHistory {
    Objects.requireNonNull(history, "history");
    probes = List.copyOf(probes);
    Set<String> events = new HashSet<>();
    history.events().forEach(event -> events.add(event.id()));
    Set<String> seen = new HashSet<>();
    for (Probe probe : probes) {
      if (!seen.add(probe.id())) {
        throw new IllegalArgumentException(
            "history '" + history.id() + "' has two probes with the id '" + probe.id() + "'");
      }
      for (Evidence evidence : probe.evidence()) {
        if (!events.contains(evidence.event())) {
          throw new IllegalArgumentException(
              "probe '%s' of history '%s' names the event '%s', which is not there"
                  .formatted(probe.id(), history.id(), evidence.event()));
        }
      }
    }
  }
}
