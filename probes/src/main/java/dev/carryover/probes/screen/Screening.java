package dev.carryover.probes.screen;

import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.report.ScreenReport;
import dev.carryover.core.report.ScreenReport.Asked;
import dev.carryover.core.report.ScreenReport.CalibrationUsed;
import dev.carryover.core.report.ScreenReport.Candidate;
import dev.carryover.core.report.ScreenReport.Comparison;
import dev.carryover.core.report.ScreenReport.Row;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunException;
import dev.carryover.core.run.RunRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the report of a screen from its run directory, and from nothing else: {@code run.json},
 * {@code calibration.json}, and under {@code candidates/NAME} the record and the journal of each.
 */
public final class Screening {
  private static final String CANDIDATES = "candidates";

  private final RunRecord record;
  private final Predictions predictions;
  private final ScreenLimits limits = new ScreenLimits();
  private final Map<String, List<Scores>> byFormat = new LinkedHashMap<>();
  private final List<Row> rows = new ArrayList<>();
  private boolean texts;
  private int answers;
  private int oldAnswers;
  private int histories;
  private int probes;

  private Screening(RunRecord record, Path folder) {
    this.record = record;
    this.predictions = Predictions.in(folder, record, limits);
  }

  /**
   * The report.
   *
   * @throws RunException if the folder holds no screen, or one that is not finished
   */
  public static ScreenReport report(Path folder) {
    RunRecord record = record(folder);
    Screening screening = new Screening(record, folder);
    List<String> names = names(record);
    for (String name : names) {
      screening.read(name, folderOf(folder, name));
    }
    return screening.report(names);
  }

  /** The run directory of a candidate below the screen's. */
  public static Path folderOf(Path screen, String candidate) {
    return screen.resolve(CANDIDATES).resolve(candidate);
  }

  /** The calibration that a screen uses, a copy in its run directory. */
  public static Path calibrationIn(Path screen) {
    return screen.resolve(Predictions.FILE);
  }

  /**
   * What a gate has to know that follows a screen.
   *
   * @param seed of the choice of the twenty
   * @param histories SHA-256 of the histories and probes that they were chosen from
   * @param candidates how many were screened
   */
  public record Chosen(long seed, String histories, int candidates) {}

  /**
   * What a finished screen asked.
   *
   * @throws RunException if the folder holds no screen, or one that asked no question
   */
  public static Chosen chosen(Path folder) {
    RunRecord record = record(folder);
    List<String> names = names(record);
    try (RunDirectory.Finished run = RunDirectory.read(folderOf(folder, names.get(0)))) {
      if (Scores.comparesTexts(run.record().plan())) {
        throw new RunException(
            folder + " asked no question, so there is none to leave out; leave out --screened");
      }
      return new Chosen(
          record.plan().seed(),
          run.record().settings().getOrDefault("histories.sha256", ""),
          names.size());
    }
  }

  private static List<String> names(RunRecord record) {
    return List.of(record.settings().getOrDefault(ScreenSettings.CANDIDATES, "").split(", "));
  }

  private static RunRecord record(Path folder) {
    try (RunDirectory.Finished run = RunDirectory.read(folder)) {
      if (!ScreenSettings.isScreen(run.record())) {
        throw new RunException(folder + " is no screen; give the run directory of one");
      }
      return run.record();
    }
  }

  private void read(String candidate, Path folder) {
    try (RunDirectory.Finished run = RunDirectory.read(folder)) {
      if (run.record().status() != RunRecord.Status.FINISHED) {
        throw new RunException(
            folder + " is not finished; go on with the screen first, by the command that began it");
      }
      Plan plan = run.record().plan();
      texts = Scores.comparesTexts(plan);
      histories = Math.max(histories, plan.histories().size());
      answers += replies(run, plan, "inherited");
      oldAnswers = Math.max(oldAnswers, replies(run, plan, "before"));
      run.record().notes().forEach(limits::note);
      for (PlannedFormat format : plan.formats()) {
        Optional<Scores> scores =
            texts
                ? Scores.ofNeighbours(candidate, format, plan, run.journal())
                : Scores.marked(candidate, format, plan, run.journal());
        scores
            .filter(some -> !some.values().isEmpty())
            .ifPresentOrElse(
                some -> byFormat.computeIfAbsent(format.name(), f -> new ArrayList<>()).add(some),
                () -> limits.nothingToMeasure(candidate, format.name(), texts));
        scores
            .filter(some -> texts && !some.values().isEmpty())
            .ifPresent(
                some ->
                    limits.fewTexts(format.name(), some.values().size(), plan.histories().size()));
      }
      if (!texts) {
        limits.probes(run.journal().all());
      }
      probes = Math.max(probes, mostProbes(run, plan));
    }
  }

  private static int replies(RunDirectory.Finished run, Plan plan, String treatment) {
    return plan.treatments().stream()
        .filter(planned -> planned.name().equals(treatment))
        .flatMap(planned -> planned.cell().stream())
        .distinct()
        .flatMap(cell -> plan.histories().stream().map(cell::withHistory))
        .flatMap(cell -> run.journal().of(cell.id()).values().stream())
        .mapToInt(observation -> observation.reply().isPresent() ? 1 : 0)
        .sum();
  }

  private static int mostProbes(RunDirectory.Finished run, Plan plan) {
    return plan.treatments().stream()
        .map(PlannedTreatment::cell)
        .flatMap(Optional::stream)
        .flatMap(cell -> plan.histories().stream().map(cell::withHistory))
        .mapToInt(cell -> run.journal().of(cell.id()).size())
        .max()
        .orElse(0);
  }

  private ScreenReport report(List<String> names) {
    Stops stops = new Stops(margin());
    List<Comparison> comparisons = new ArrayList<>();
    byFormat.forEach(
        (format, candidates) -> {
          Standings standings = Standings.of(candidates);
          comparisons.addAll(standings.comparisons());
          candidates.forEach(scores -> measure(scores, candidates, standings, stops));
        });
    List<Candidate> candidates = names.stream().map(name -> candidate(name, stops)).toList();
    String decision = decision(candidates);
    limits.decided(decision, candidates, texts);
    if (!texts) {
      predictions.announce();
    }
    return new ScreenReport(
        ScreenReport.SCHEMA,
        record.name(),
        decision,
        margin(),
        new Asked(answers, oldAnswers, histories, probes, seed()),
        new CalibrationUsed(
            texts ? Predictions.NONE : predictions.source(),
            texts ? List.of() : predictions.runs()),
        candidates,
        comparisons,
        limits.sentences());
  }

  private void measure(Scores scores, List<Scores> all, Standings standings, Stops stops) {
    int rank = standings.rank(scores.candidate());
    boolean tied =
        all.stream()
            .filter(other -> !other.candidate().equals(scores.candidate()))
            .anyMatch(other -> standings.rank(other.candidate()) == rank);
    if (texts) {
      rows.add(
          new Row(
              scores.candidate(),
              scores.format(),
              scores.measure(),
              rank,
              tied,
              Estimates.ofMeans(scores.means()),
              Optional.empty(),
              Optional.empty(),
              Optional.of(Estimates.ofMeans(scores.meansOfOld()))));
      return;
    }
    rows.add(predictions.row(scores, rank, tied, stops));
    if (predictions.fit(scores).isPresent() && scores.old().isEmpty()) {
      all.stream()
          .filter(other -> !other.candidate().equals(scores.candidate()))
          .filter(other -> other.measure().equals(scores.measure()))
          .forEach(other -> stops.against(scores, other));
    }
  }

  private Candidate candidate(String name, Stops stops) {
    List<Row> own = rows.stream().filter(row -> row.candidate().equals(name)).toList();
    List<String> reasons = stops.reasons(name);
    if (texts) {
      return new Candidate(name, ScreenReport.RANKING_ONLY, Neighbourhoods.reason(own), own);
    }
    if (!reasons.isEmpty()) {
      return new Candidate(name, ScreenReport.STOP, String.join("; ", reasons), own);
    }
    if (own.isEmpty() || own.stream().anyMatch(row -> row.predicted().isEmpty())) {
      return new Candidate(
          name,
          ScreenReport.RANKING_ONLY,
          own.isEmpty() ? "nothing could be marked" : "nothing can be predicted: see the limits",
          own);
    }
    return new Candidate(
        name,
        ScreenReport.GO_ON,
        "not shown to be bad; the full gate decides, without these probes",
        own);
  }

  private static String decision(List<Candidate> candidates) {
    if (candidates.stream().anyMatch(c -> c.decision().equals(ScreenReport.GO_ON))) {
      return ScreenReport.GO_ON;
    }
    return candidates.stream().allMatch(c -> c.decision().equals(ScreenReport.STOP))
        ? ScreenReport.ALL_STOPPED
        : ScreenReport.CANNOT_TELL;
  }

  private double margin() {
    return record.plan().rule().margin();
  }

  private long seed() {
    return record.plan().seed();
  }
}
