package dev.carryover.studies.instrument;

import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text at which a fault has to strike for one probe to be lost and no other: for construction
 * an event that this probe alone needs, else its question. Out of reach are texts that occur twice
 * among all histories and, for construction, contradictions, where one event less changes how
 * others are weighed.
 */
final class Reach {
  private static final String CONTRADICTION = "contradiction";

  private final Stage stage;
  private final Map<String, Long> occurrences;

  Reach(Stage stage, List<ProbedHistory> histories) {
    this.stage = stage;
    this.occurrences =
        histories.stream()
            .flatMap(this::texts)
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  private Stream<String> texts(ProbedHistory history) {
    return stage == Stage.CONSTRUCTION
        ? history.history().events().stream().map(Event::text)
        : history.probes().stream().map(probe -> probe.question().text());
  }

  /** The texts by the ids of the probes that they reach. */
  Map<String, String> of(ProbedHistory history) {
    Map<String, Long> needed =
        history.probes().stream()
            .flatMap(probe -> probe.evidence().stream())
            .collect(Collectors.groupingBy(Evidence::event, Collectors.counting()));
    Map<String, String> texts = new HashMap<>();
    for (Probe probe : history.probes()) {
      text(history, probe, needed)
          .filter(text -> occurrences.getOrDefault(text, 0L) == 1)
          .ifPresent(text -> texts.put(probe.id(), text));
    }
    return texts;
  }

  private Optional<String> text(ProbedHistory history, Probe probe, Map<String, Long> needed) {
    if (stage != Stage.CONSTRUCTION) {
      return Optional.of(probe.question().text());
    }
    return probe.evidence().stream()
        .map(Evidence::event)
        .filter(event -> needed.getOrDefault(event, 0L) == 1)
        .filter(event -> !probe.family().equals(CONTRADICTION))
        .findFirst()
        .flatMap(history.history()::event)
        .map(Event::text);
  }
}
