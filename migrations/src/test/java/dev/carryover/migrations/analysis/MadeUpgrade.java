package dev.carryover.migrations.analysis;

import dev.carryover.core.Cell;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Plan.Rule;
import dev.carryover.core.Reply;
import dev.carryover.core.report.Identity;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A run in which the language model changes from {@code a} to {@code b}, with outcomes that a test
 * makes up: all four pairs of writer and reader, the no-op, the empty memory and a live repeat.
 *
 * @param measure the metric that decides
 */
record MadeUpgrade(List<String> formats, String measure, int histories, int probes) {

  /** Makes up the outcome of one probe. */
  interface Outcomes {
    /**
     * @param pair writer and reader, such as ab; no-op, empty or again for the controls of the old
     *     model
     */
    Outcome of(String format, String pair, int history, int probe);
  }

  Plan plan() {
    return new Plan(
        IntStream.range(0, histories).mapToObj(h -> "h" + h).toList(),
        formats.stream()
            .map(f -> new PlannedFormat(f, new TreeMap<>(), OptionalInt.empty(), named(measure)))
            .toList(),
        formats.stream().flatMap(f -> treatments(f).stream()).toList(),
        new Rule("keep", List.of("before"), 0.05, 0),
        7);
  }

  RunReport report(Path folder, List<Identity> identities, Outcomes outcomes) {
    try (Journal journal =
        Journal.open(Files.createTempDirectory(folder, "run").resolve("journal"))) {
      plan().treatments().stream()
          .flatMap(treatment -> treatment.cell().stream())
          .distinct()
          .forEach(cell -> journal.append(observations(cell, outcomes), Journal.Spent.NOTHING));
      return Analyst.analyse(record(identities), journal, "runs/made");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RunRecord record(List<Identity> identities) {
    return new RunRecord(
        RunRecord.SCHEMA,
        "made",
        Status.FINISHED,
        new TreeMap<>(),
        new TreeMap<>(),
        plan(),
        identities,
        List.of(),
        List.of(),
        new TreeMap<>(Map.of("carryover", "test")),
        new RunRecord.Clock("then", "now", 1.5, "host", "java"),
        List.of());
  }

  private static Optional<String> named(String measure) {
    return measure.isEmpty() ? Optional.empty() : Optional.of(measure);
  }

  private static List<PlannedTreatment> treatments(String format) {
    return List.of(
        treatment(format, Plan.OLD_TO_NEW, "before", "a", "a", Cell.AS_WRITTEN, 0),
        treatment(format, Plan.OLD_TO_NEW, "inherited", "a", "b", Cell.AS_WRITTEN, 0),
        treatment(format, Plan.OLD_TO_NEW, "own", "b", "b", Cell.AS_WRITTEN, 0),
        treatment(format, Plan.OLD_TO_NEW, "no-op", "a", "a", Cell.AS_WRITTEN, 1),
        treatment(format, Plan.OLD_TO_NEW, "empty", "a", "a", "empty", 0),
        treatment(format, Plan.OLD_TO_NEW, "again-before", "a", "a", "again", 2),
        treatment(format, Plan.NEW_TO_OLD, "before", "b", "b", Cell.AS_WRITTEN, 0),
        treatment(format, Plan.NEW_TO_OLD, "inherited", "b", "a", Cell.AS_WRITTEN, 0),
        treatment(format, Plan.NEW_TO_OLD, "own", "a", "a", Cell.AS_WRITTEN, 0));
  }

  private static PlannedTreatment treatment(
      String format,
      String direction,
      String name,
      String writer,
      String reader,
      String alteration,
      int repeat) {
    Cell cell =
        new Cell(
            Plan.ANY_HISTORY,
            format,
            format.equals("lc-raw") ? Cell.NOBODY : writer,
            reader,
            Cell.NOBODY,
            Cell.NOBODY,
            alteration,
            EvidenceMode.NORMAL,
            repeat);
    return new PlannedTreatment(format, direction, name, Optional.of(cell));
  }

  private List<Observation> observations(Cell cell, Outcomes outcomes) {
    String pair =
        cell.treatment().equals(Cell.AS_WRITTEN)
            ? cell.repeat() > 0 ? "no-op" : cell.writer() + cell.reader()
            : cell.treatment();
    List<Observation> block = new ArrayList<>();
    for (int h = 0; h < histories; h++) {
      for (int p = 0; p < probes; p++) {
        block.add(
            new Observation(
                cell.withHistory("h" + h).id(),
                "p" + p,
                "f",
                outcomes.of(cell.format(), pair, h, p),
                Optional.of(Reply.of("some answer")),
                List.of(),
                1));
      }
    }
    return block;
  }
}
