package dev.carryover.probes.screen;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.Cell;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Reply;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** The run directory of a screen whose answers a test makes up. */
final class MadeScreen {
  private final Path folder;
  private final List<String> names = new ArrayList<>();
  private String format = "format-0";
  private int probes = 20;
  private int families = 5;

  MadeScreen(Path folder) {
    this.folder = folder;
  }

  MadeScreen of(String otherFormat) {
    format = otherFormat;
    return this;
  }

  MadeScreen probes(int count, int ofFamilies) {
    probes = count;
    families = ofFamilies;
    return this;
  }

  /** A candidate with so many right answers in each history. */
  MadeScreen candidate(String name, int... right) {
    return write(name, Map.of("inherited", right));
  }

  /** The same beside the old side. */
  MadeScreen candidateBeside(String name, int[] old, int... right) {
    return write(name, Map.of("before", old, "inherited", right));
  }

  private MadeScreen write(String name, Map<String, int[]> right) {
    Map<PlannedTreatment, List<Observation>> observed = new LinkedHashMap<>();
    right.forEach(
        (treatment, counts) -> {
          Cell cell = cell(treatment.equals("before") ? "old" : name, "-", 0);
          List<Observation> answers = new ArrayList<>();
          for (int h = 0; h < counts.length; h++) {
            for (int p = 0; p < probes; p++) {
              AnswerMark mark = p < counts[h] ? AnswerMark.CORRECT : AnswerMark.REFUSAL;
              answers.add(
                  observation(
                      cell.withHistory("h" + h),
                      "p" + p,
                      new Scored(Optional.of(mark), Optional.empty()),
                      Optional.of(Reply.of("x")),
                      List.of()));
            }
          }
          observed.put(treatment(treatment, cell), answers);
        });
    int histories = right.values().iterator().next().length;
    return write(name, histories, Optional.of("accuracy"), OptionalInt.empty(), observed);
  }

  /**
   * A candidate that is asked the stored texts {@code a} to {@code d} of two histories.
   *
   * @param neighbours of each text, best first, the text itself among them
   */
  MadeScreen texts(String name, List<List<String>> before, List<List<String>> neighbours) {
    Map<PlannedTreatment, List<Observation>> observed = new LinkedHashMap<>();
    Map<String, List<List<String>>> all = new LinkedHashMap<>();
    all.put("before", before);
    all.put("no-op", before);
    all.put("inherited", neighbours);
    all.forEach(
        (treatment, retrieved) -> {
          Cell cell =
              cell(
                  "-",
                  treatment.equals("inherited") ? name : "e-old",
                  treatment.equals("no-op") ? 1 : 0);
          List<Observation> texts = new ArrayList<>();
          for (int h = 0; h < 2; h++) {
            for (int i = 0; i < retrieved.size(); i++) {
              texts.add(
                  observation(
                      cell.withHistory("h" + h),
                      String.valueOf((char) ('a' + i)),
                      new Unscored("nothing to mark"),
                      Optional.empty(),
                      retrieved.get(i)));
            }
          }
          observed.put(treatment(treatment, cell), texts);
        });
    return write(name, 2, Optional.empty(), OptionalInt.of(3), observed);
  }

  /** The finished screen. */
  Path with(String source, String calibration) {
    SortedMap<String, String> settings = ScreenSettings.of(ScreenSettings.SEED, 7);
    settings.put(ScreenSettings.CANDIDATES, String.join(", ", names));
    settings.put(ScreenSettings.CALIBRATION, source);
    RunDirectory.open(
            folder,
            record("made", settings, plan(0, Optional.empty(), OptionalInt.empty(), List.of())))
        .close();
    try {
      Files.writeString(Screening.calibrationIn(folder), calibration);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }

  /** The same with the line that {@link MadeCells} fit. */
  Path calibrated() {
    return with("given", CalibrationJson.write(Calibration.of(MadeCells.runs())));
  }

  private MadeScreen write(
      String name,
      int histories,
      Optional<String> measure,
      OptionalInt ranked,
      Map<PlannedTreatment, List<Observation>> observed) {
    names.add(name);
    Plan plan = plan(histories, measure, ranked, List.copyOf(observed.keySet()));
    SortedMap<String, String> settings = ScreenSettings.of(ScreenSettings.SEED, 7);
    settings.put("histories.sha256", "abc");
    try (RunDirectory run =
        RunDirectory.open(Screening.folderOf(folder, name), record("made", settings, plan))) {
      observed.values().forEach(block -> run.journal().append(block, Journal.Spent.NOTHING));
      run.update(record -> record.with(Status.FINISHED, record.clock(), List.of()));
    }
    return this;
  }

  private Plan plan(
      int histories,
      Optional<String> measure,
      OptionalInt ranked,
      List<PlannedTreatment> treatments) {
    List<String> ids = new ArrayList<>();
    for (int h = 0; h < histories; h++) {
      ids.add("h" + h);
    }
    return new Plan(
        ids,
        treatments.isEmpty()
            ? List.of()
            : List.of(new PlannedFormat(format, new TreeMap<>(), ranked, measure)),
        treatments,
        new Plan.Rule("keep", List.of("before"), .05, 0),
        7);
  }

  private PlannedTreatment treatment(String name, Cell cell) {
    return new PlannedTreatment(format, Plan.OLD_TO_NEW, name, Optional.of(cell));
  }

  private Cell cell(String reader, String queries, int repeat) {
    return new Cell(
        Plan.ANY_HISTORY,
        format,
        "-",
        reader,
        "-",
        queries,
        Cell.AS_WRITTEN,
        EvidenceMode.NORMAL,
        repeat);
  }

  private Observation observation(
      Cell cell, String probe, Outcome outcome, Optional<Reply> reply, List<String> retrieved) {
    String family =
        "family-" + Math.floorMod(Integer.parseInt("0" + probe.replaceAll("\\D", "")), families);
    return new Observation(cell.id(), probe, family, outcome, reply, retrieved, 0);
  }

  private static RunRecord record(String name, SortedMap<String, String> settings, Plan plan) {
    return new RunRecord(
        RunRecord.SCHEMA,
        name,
        Status.RUNNING,
        new TreeMap<>(),
        settings,
        plan,
        List.of(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        new RunRecord.Clock("t", "t", 0, "", ""),
        List.of());
  }
}
