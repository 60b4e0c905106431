package dev.carryover.migrations.analysis;

import dev.carryover.core.Answer;
import dev.carryover.core.AnswerMark;
import dev.carryover.core.Cell;
import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.History;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Failed;
import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import dev.carryover.core.Usage;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Look;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.plan.Planner;
import dev.carryover.migrations.plan.Treatments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A run that was planned by the real planner, with a journal whose outcomes a test makes up. Old
 * embedder {@code a}, new embedder {@code b}; histories {@code h0}, {@code h1} and so on, probes
 * {@code p0}, {@code p1} and so on, of families {@code f0} and {@code f1} in turn.
 */
final class MadeRun {
  /** Items in every made-up store, for chance levels. */
  static final int ITEMS = 80;

  private final Plan plan;
  private final List<ProbedHistory> histories;

  /** Makes up the outcome of one probe. */
  interface Outcomes {
    /**
     * @param treatment the treatment whose cell it is: before, inherited, own, mixed-50, no-op,
     *     shuffled, empty, random-code-in-view, or way-back for the old queries on the new store
     * @param history its place
     * @param probe its place
     */
    Outcome of(String treatment, int history, int probe);
  }

  private MadeRun(Plan plan, List<ProbedHistory> histories) {
    this.plan = plan;
    this.histories = histories;
  }

  /**
   * Plans a run.
   *
   * @param more lines of the migration file
   * @param formats names of memory formats
   * @param histories how many
   * @param probes of each
   * @param codes whether the answers are codes
   */
  static MadeRun of(String more, List<String> formats, int histories, int probes, boolean codes) {
    String yaml =
        """
        name: made
        histories: synthetic:nano
        formats: %s
        old: {embedder: a}
        mixed: {percent: 50}
        """
                .formatted(formats)
            + (more.contains("new:") ? "" : "new: {embedder: b}\n")
            + more;
    List<ProbedHistory> made =
        IntStream.range(0, histories).mapToObj(h -> history(h, probes, codes)).toList();
    List<MemoryFormat> memory =
        formats.stream()
            .map(f -> Plugins.named(MemoryFormatProvider.class, "format", f).create(Settings.NONE))
            .toList();
    return new MadeRun(
        Planner.plan(
            MigrationFileReader.read("made.yaml", yaml.getBytes(StandardCharsets.UTF_8), Map.of()),
            made,
            memory,
            false),
        made);
  }

  Plan plan() {
    return plan;
  }

  /** The report of the finished run with these outcomes. */
  RunReport report(Path folder, Outcomes outcomes) {
    return report(folder, outcomes, Status.FINISHED, List.of());
  }

  RunReport report(Path folder, Outcomes outcomes, Status status, List<Look> looks) {
    try (Journal journal =
        Journal.open(Files.createTempDirectory(folder, "run").resolve("journal"))) {
      for (Cell cell : cells()) {
        List<Observation> block = new ArrayList<>();
        for (int h = 0; h < histories.size(); h++) {
          block.addAll(observations(cell, h, outcomes));
        }
        journal.append(block, new Journal.Spent(10, Usage.NONE));
      }
      RunRecord record =
          new RunRecord(
              RunRecord.SCHEMA,
              "made",
              status,
              new TreeMap<>(),
              new TreeMap<>(),
              plan,
              List.of(),
              List.of(),
              List.of("A note of the source."),
              new TreeMap<>(Map.of("carryover", "test")),
              new RunRecord.Clock("then", "now", 1.5, "host", "java"),
              looks);
      return Analyst.analyse(record, journal, "runs/made");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every cell that is observed, once. */
  List<Cell> cells() {
    return plan.treatments().stream()
        .map(PlannedTreatment::cell)
        .flatMap(Optional::stream)
        .distinct()
        .toList();
  }

  private List<Observation> observations(Cell cell, int h, Outcomes outcomes) {
    String name = nameOf(cell);
    List<Observation> block = new ArrayList<>();
    List<Probe> probes = histories.get(h).probes();
    for (int p = 0; p < probes.size(); p++) {
      Outcome outcome = outcomes.of(name, h, p);
      boolean answered = outcome.scored().flatMap(Scored::answer).isPresent();
      block.add(
          new Observation(
              cell.withHistory("h" + h).id(),
              probes.get(p).id(),
              probes.get(p).family(),
              outcome,
              answered ? Optional.of(Reply.of("some answer")) : Optional.empty(),
              List.of(),
              1));
    }
    return block;
  }

  private static String nameOf(Cell cell) {
    if (cell.reader().equals(Treatments.RANDOM_CODE)) {
      return Treatments.RANDOM_CODE;
    }
    if (cell.repeat() == 1) {
      return Treatments.NO_OP;
    }
    if (!cell.treatment().equals(Cell.AS_WRITTEN)) {
      return cell.treatment();
    }
    return switch (cell.indexEmbedder() + cell.queryEmbedder()) {
      case "ab" -> Treatments.INHERITED;
      case "bb" -> Treatments.OWN;
      case "ba" -> "way-back";
      default -> Treatments.BEFORE;
    };
  }

  private static ProbedHistory history(int place, int probes, boolean codes) {
    Event event = new Event("e0", Optional.empty(), "Ann", "text");
    List<Probe> list = new ArrayList<>();
    for (int p = 0; p < probes; p++) {
      Answer answer = codes ? new Answer.Code("code-" + p) : new Answer.FreeText("words");
      list.add(
          new Probe(
              "p" + p,
              "f" + p % 2,
              new Question("Question " + p),
              Optional.of(answer),
              List.of(Evidence.of("e0"))));
    }
    return new ProbedHistory(new History("h" + place, List.of(event)), list);
  }

  /** Evidence at these ranks, 0 where it did not come back; the answer is not marked. */
  static Outcome ranks(int... ranks) {
    return new Scored(Optional.empty(), Optional.of(trace(ranks)));
  }

  /** The evidence came first, or not at all. */
  static Outcome found(boolean found) {
    return ranks(found ? 1 : 0);
  }

  /** An answer that is right or not, from evidence that came first. */
  static Outcome answered(boolean right) {
    return new Scored(
        Optional.of(right ? AnswerMark.CORRECT : AnswerMark.WRONG_CODE), Optional.of(trace(1)));
  }

  static Outcome failed() {
    return new Failed("the service went away");
  }

  static Outcome unscored() {
    return new Unscored("no usable evidence");
  }

  private static RetrievalTrace trace(int... ranks) {
    List<EvidenceFate> fates = new ArrayList<>();
    for (int i = 0; i < ranks.length; i++) {
      fates.add(
          new EvidenceFate(
              "e" + i, true, ranks[i] == 0 ? OptionalInt.empty() : OptionalInt.of(ranks[i])));
    }
    OptionalInt first = Arrays.stream(ranks).filter(rank -> rank > 0).min();
    return new RetrievalTrace(fates, true, first, ITEMS);
  }
}
