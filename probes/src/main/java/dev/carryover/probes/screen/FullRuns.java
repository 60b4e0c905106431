package dev.carryover.probes.screen;

import dev.carryover.core.Cell;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.spi.SourceException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What finished gates observed, as pairs of the twenty and the others: of each format, history and
 * matched pair of writer and reader, both directions; beside them stores that were damaged, mixed
 * or repaired, so that a line does not have to be drawn on where no memory was bad.
 *
 * @param cells without repeats
 * @param runs what each was, in the order given
 * @param seed of the choice of the twenty
 */
public record FullRuns(List<FullCell> cells, List<String> runs, long seed) {
  private static final Set<String> MATCHED = Set.of("before", "inherited", "own");

  public FullRuns {
    cells = List.copyOf(cells);
    runs = List.copyOf(runs);
  }

  /**
   * Reads runs: their records and journals alone.
   *
   * @throws SourceException if one is not finished, or is no full run
   */
  public static FullRuns read(List<Path> folders, long seed) {
    Set<FullCell> cells = new LinkedHashSet<>();
    List<String> runs = new ArrayList<>();
    for (Path folder : folders) {
      try (RunDirectory.Finished run = RunDirectory.read(folder)) {
        requireFull(folder, run.record());
        List<FullCell> found = new Reading(run, new TwentyProbes(seed)).cells();
        if (found.isEmpty()) {
          throw new SourceException(
              "%s has no history with more than %d probes that were marked, so nothing is left to predict; give a full run of a gate"
                  .formatted(folder, TwentyProbes.COUNT));
        }
        cells.addAll(found);
        runs.add(name(run.record()));
      }
    }
    return new FullRuns(List.copyOf(cells), runs, seed);
  }

  private static void requireFull(Path folder, RunRecord record) {
    if (record.status() != RunRecord.Status.FINISHED) {
      throw new SourceException(
          folder + " is not finished; go on with it first, by the command that began it");
    }
    if (ScreenSettings.isPartial(record)) {
      throw new SourceException(
          folder + " asked only a part of the probes; give a full run of a gate");
    }
  }

  private static String name(RunRecord record) {
    Map<String, String> settings = record.settings();
    return "%s: %s on %s"
        .formatted(
            record.name(),
            Stream.of("reader", "writer", "embedder")
                .map(
                    part ->
                        settings.getOrDefault("old." + part, Cell.NOBODY)
                            + " to "
                            + settings.getOrDefault("new." + part, Cell.NOBODY))
                .filter(change -> !change.equals(Cell.NOBODY + " to " + Cell.NOBODY))
                .distinct()
                .collect(Collectors.joining(", ")),
            settings.getOrDefault("histories", "histories"));
  }

  /** One run. */
  private record Reading(RunDirectory.Finished run, TwentyProbes twenty) {
    List<FullCell> cells() {
      Plan plan = run.record().plan();
      List<FullCell> cells = new ArrayList<>();
      for (PlannedFormat format : plan.formats()) {
        Optional<Metric> measure = format.measure().flatMap(Measures::named);
        Map<Cell, Boolean> matched = new LinkedHashMap<>();
        for (PlannedTreatment treatment : plan.treatments()) {
          if (treatment.format().equals(format.name())) {
            treatment
                .cell()
                .filter(cell -> isRead(treatment, cell))
                .ifPresent(
                    cell ->
                        matched.merge(
                            cell, MATCHED.contains(treatment.name()), Boolean::logicalOr));
          }
        }
        matched.forEach(
            (cell, asWritten) -> {
              for (String history : plan.histories(format.name())) {
                measure
                    .flatMap(metric -> cell(format, metric, cell.withHistory(history), asWritten))
                    .ifPresent(cells::add);
              }
            });
      }
      return cells;
    }

    /** Whether a memory was read its own way by a reader that reads, for the first time. */
    private static boolean isRead(PlannedTreatment treatment, Cell cell) {
      return treatment.evidence() == EvidenceMode.NORMAL
          && cell.repeat() == 0
          && !cell.reader().equals(treatment.name());
    }

    private Optional<FullCell> cell(
        PlannedFormat format, Metric metric, Cell cell, boolean matched) {
      Journal journal = run.journal();
      Map<String, Observation> observed = journal.of(cell.id());
      Map<String, String> families = new TreeMap<>();
      observed.forEach((probe, observation) -> families.put(probe, observation.family()));
      Set<String> chosen = twenty.of(cell.history(), families);
      List<Observation> screened = new ArrayList<>();
      List<Observation> others = new ArrayList<>();
      observed.forEach(
          (probe, observation) -> (chosen.contains(probe) ? screened : others).add(observation));
      OptionalDouble x = Measures.mean(metric, screened);
      OptionalDouble y = Measures.mean(metric, others);
      if (screened.size() < TwentyProbes.COUNT || x.isEmpty() || y.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new FullCell(
              format.name(),
              metric.name(),
              cell.history() + "@" + digest(),
              pair(cell),
              matched,
              x.getAsDouble(),
              y.getAsDouble()));
    }

    private String digest() {
      return run.record().settings().getOrDefault("histories.sha256", "");
    }

    private static String pair(Cell cell) {
      String wrote = played(List.of(cell.writer(), cell.indexEmbedder()));
      String read = played(List.of(cell.reader(), cell.queryEmbedder()));
      return wrote.isEmpty() ? read : wrote + " > " + read;
    }

    private static String played(Collection<String> players) {
      return players.stream()
          .filter(player -> !player.equals(Cell.NOBODY))
          .collect(Collectors.joining(" + "));
    }
  }
}
