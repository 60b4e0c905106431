package dev.carryover.migrations.run;

import dev.carryover.core.ProbedHistory;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Which of the probes of each history a run asks.
 *
 * @param choice leaves a history with the probes that are asked; it sees no answer
 * @param settings that the choice follows from, for the record of the run
 * @param notes sentences for the report
 * @param histories SHA-256 of the histories and probes that it was made for; empty where it fits
 *     any
 */
public record ProbeSelection(
    UnaryOperator<ProbedHistory> choice,
    SortedMap<String, String> settings,
    List<String> notes,
    Optional<String> histories) {
  /** Key of the SHA-256 of all histories and probes among the settings of a run. */
  public static final String HISTORIES = "histories.sha256";

  /** All of them. */
  public static final ProbeSelection ALL =
      new ProbeSelection(
          UnaryOperator.identity(), Collections.emptySortedMap(), List.of(), Optional.empty());

  public ProbeSelection {
    Objects.requireNonNull(choice, "choice");
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    notes = List.copyOf(notes);
    Objects.requireNonNull(histories, "histories");
  }
}
