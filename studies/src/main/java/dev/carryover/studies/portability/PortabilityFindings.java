package dev.carryover.studies.portability;

import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.analysis.PlannedContrast.Decision;
import dev.carryover.studies.portability.PlannedTests.Tested;
import dev.carryover.studies.repair.NotesRepairs;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.swap.Trial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the parts of the study say together, from their folders alone. */
final class PortabilityFindings {
  private static final int PLANNED_CALIBRATION = 12;

  private final Settings settings;
  private final int margin;
  private final Map<Part, Trial> trials = new EnumMap<>(Part.class);
  private final List<String> limits = new ArrayList<>();

  /**
   * @param settings of the study's record
   * @param folder of the study
   */
  PortabilityFindings(Settings settings, Path folder) {
    this.settings = settings;
    this.margin = PortabilityStudy.margin(settings);
    for (Part part : Part.values()) {
      Trial.read(folder, part.folder()).ifPresent(trial -> trials.put(part, trial));
    }
  }

  Findings findings() {
    Optional<Trial> calibration = trial(Part.CALIBRATION);
    List<Gate> failed = calibration.map(Trial::failed).orElse(List.of());
    if (!failed.isEmpty()) {
      return stopped(
          "the instrument cannot be believed on the calibration histories, and nothing else was asked: "
              + failed.stream().map(Gate::name).collect(Collectors.joining("; ")));
    }
    Optional<Trial> modelSwap = trial(Part.MODEL_SWAP);
    Optional<Trial> repairs = trial(Part.REPAIRS);
    List<Trial> readers = readers();
    if (calibration.isEmpty()
        || modelSwap.isEmpty()
        || repairs.isEmpty()
        || readers.size() < readersExpected()) {
      return stopped("it is not at its end, and the same command goes on");
    }
    return whole(calibration.get(), modelSwap.get(), readers, repairs.get());
  }

  private Findings stopped(String reason) {
    List<StudyTable> tables = new ArrayList<>();
    tables.add(InstrumentTables.gates(trials));
    trial(Part.CALIBRATION).ifPresent(trial -> tables.add(power(trial)));
    return Findings.ofHistories(Optional.of(reason), List.of(), tables, List.of(), generalLimits());
  }

  private Findings whole(Trial calibration, Trial modelSwap, List<Trial> readers, Trial repairs) {
    EmbedderSwap swap = new EmbedderSwap(readers);
    List<Tested> tests =
        new PlannedTests(modelSwap, margin, seed()).of(swap.h2(), NotesRepairs.h7a(repairs));
    TestTables planned = new TestTables(tests, margin);
    List<AccuracyTables.Row> formats =
        AccuracyTables.formats(modelSwap, text("old.reader"), text("new.reader"));
    List<StudyTable> tables = new ArrayList<>();
    tables.add(planned.planned());
    tables.add(planned.followUps());
    tables.add(AccuracyTables.t3(formats));
    tables.add(AccuracyTables.t4(swap, readers.get(0).recall()));
    tables.add(LossTable.t6(modelSwap));
    tables.add(EffectTables.styleRewrite(modelSwap));
    tables.add(power(calibration));
    tables.add(InstrumentTables.spaces(readers.get(0)));
    tables.add(InstrumentTables.gates(trials));
    StudyTable noise = EffectTables.noise(modelSwap);
    tables.add(noise);
    List<String> limits = new ArrayList<>(planned.limits());
    if (noise.rows().isEmpty()) {
      limits.add(
          "No noise of live repeats stands beside the effects: what is built in answers alike each time, and the report of %s says what was repeated."
              .formatted(Part.MODEL_SWAP.folder()));
    }
    limits.addAll(LossTable.limits(modelSwap));
    limits.addAll(generalLimits());
    return Findings.ofHistories(
        unmeasurable(tests),
        planned.verdicts(),
        tables,
        List.of(StudyPlots.tests(tests, margin), StudyPlots.accuracy(formats)),
        limits);
  }

  private static Optional<String> unmeasurable(List<Tested> tests) {
    return tests.stream().allMatch(test -> test.decision() == Decision.NOT_MEASURABLE)
        ? Optional.of("none of the planned tests has a value in every history")
        : Optional.empty();
  }

  private List<String> generalLimits() {
    List<String> limits = new ArrayList<>();
    int calibration = settings.integer("calibration", 0, 1, Integer.MAX_VALUE);
    if (calibration < PLANNED_CALIBRATION) {
      limits.add(
          "Calibration rests on %d histories in place of %d: its standard deviation, and what it asks for, is rough."
              .formatted(calibration, PLANNED_CALIBRATION));
    }
    trials.forEach(
        (part, trial) -> {
          if (part != Part.CALIBRATION && !trial.failed().isEmpty()) {
            limits.add(
                "Controls that failed in %s: %s."
                    .formatted(
                        part.folder(),
                        trial.failed().stream().map(Gate::name).collect(Collectors.joining("; "))));
          }
        });
    limits.add(
        "The paper's columns are of other models, other histories and other settings of the formats. They are there to be read beside ours; no difference between the two means anything.");
    limits.add(NotesRepairs.LIMIT);
    limits.add(
        "Equivalence was not planned, in the paper or here. The bootstrap was planned and does not decide.");
    limits.add(
        "These histories are scripted. They stand for yours only as far as they resemble them, and each part's own report says what its figures cannot show.");
    return limits;
  }

  private StudyTable power(Trial calibration) {
    return InstrumentTables.power(
        calibration, margin, settings.integer("histories", 0, 1, Integer.MAX_VALUE));
  }

  private int readersExpected() {
    return text("old.reader").equals(text("new.reader")) ? 1 : 2;
  }

  private List<Trial> readers() {
    return Stream.of(Part.OLD_READER, Part.NEW_READER).flatMap(p -> trial(p).stream()).toList();
  }

  private Optional<Trial> trial(Part part) {
    return Optional.ofNullable(trials.get(part));
  }

  private String text(String key) {
    return settings.text(key).orElseThrow();
  }

  private long seed() {
    return Long.parseLong(text("seed"));
  }
}
