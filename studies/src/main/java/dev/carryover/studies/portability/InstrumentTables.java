package dev.carryover.studies.portability;

import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.RunReport.SpaceComparison;
import dev.carryover.core.stats.CalibratedPower;
import dev.carryover.core.stats.PowerAnalysis;
import dev.carryover.migrations.analysis.PlannedContrast;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import dev.carryover.studies.swap.Shown;
import dev.carryover.studies.swap.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether the instrument can be believed, and how many histories the margin needs. */
final class InstrumentTables {
  private static final Numbers NUMBERS = Numbers.PLAIN;
  private static final double ALPHA = 0.05;

  private InstrumentTables() {}

  /** The controls on the calibration histories, and those that failed elsewhere. */
  static StudyTable gates(Map<Part, Trial> trials) {
    List<List<Entry>> rows = new ArrayList<>();
    trials.forEach(
        (part, trial) -> {
          boolean all = part == Part.CALIBRATION;
          for (Gate gate : all ? trial.report().gates() : trial.failed()) {
            rows.add(
                List.of(
                    Shown.text(gate.name()),
                    Shown.text(part.folder()),
                    Shown.text(gate.passed() ? "passed" : "FAILED"),
                    gate.passed() ? Shown.absent() : Shown.text(figures(gate))));
          }
        });
    return new StudyTable(
        "controls",
        "Controls on the calibration histories, and those that failed elsewhere",
        List.of("control", "part", "outcome", "figures"),
        rows);
  }

  private static String figures(Gate gate) {
    return gate.figures().entrySet().stream()
        .map(figure -> figure.getKey() + " " + NUMBERS.free(figure.getValue()))
        .collect(Collectors.joining(", "));
  }

  /**
   * What the spread of the calibration histories asks for.
   *
   * @param margin in points
   * @param histories that are evaluated
   */
  static StudyTable power(Trial calibration, double margin, int histories) {
    List<List<Entry>> rows = new ArrayList<>();
    for (PlannedContrast contrast : calibration.planned()) {
      Optional<CalibratedPower> power =
          contrast.missing() == 0
              ? CalibratedPower.of(margin, contrast.values())
              : Optional.empty();
      rows.add(power.map(p -> row(contrast.name(), p, histories)).orElseGet(() -> none(contrast)));
    }
    CalibratedPower paper =
        CalibratedPower.ofSpread(margin, PaperFigures.STANDARD_DEVIATION, PaperFigures.CALIBRATION);
    rows.add(row("paper's", paper, PaperFigures.HISTORIES));
    return new StudyTable(
        "power",
        "Histories that show a loss to be under %s points with power 0.80, if nothing is lost"
            .formatted(NUMBERS.free(margin)),
        List.of(
            "test",
            "calibration_histories",
            "standard_deviation",
            "needed_at_0.05",
            "needed_at_0.025",
            "evaluated",
            "power_at_0.05"),
        rows);
  }

  private static List<Entry> row(String name, CalibratedPower power, int histories) {
    double sd = power.standardDeviation();
    return List.of(
        Shown.text(name),
        Shown.count(power.calibration()),
        Entry.number(sd, NUMBERS.free(sd)),
        Shown.count(power.atFivePercent()),
        Shown.count(power.atTwoAndAHalf()),
        Shown.count(histories),
        histories < 2
            ? Shown.absent()
            : Shown.rate(PowerAnalysis.power(histories, sd, power.margin(), ALPHA)));
  }

  private static List<Entry> none(PlannedContrast contrast) {
    return List.of(
        Shown.text(contrast.name()),
        Shown.count(contrast.values().length),
        Shown.absent(),
        Shown.absent(),
        Shown.absent(),
        Shown.absent(),
        Shown.absent());
  }

  /** How far apart the old and the new vector space are. */
  static StudyTable spaces(Trial embedderSwap) {
    List<List<Entry>> rows = new ArrayList<>();
    for (SpaceComparison space : embedderSwap.report().spaces()) {
      rows.add(
          List.of(
              Shown.text(space.texts()),
              Shown.text(space.from()),
              Shown.text(space.to()),
              Shown.count(space.count()),
              Shown.rate(space.meanCosine()),
              Shown.rate(space.minCosine())));
    }
    return new StudyTable(
        "spaces",
        "Cosines across the two vector spaces; the paper's mean is 0.904, and from 0.999 on two names hide one model",
        List.of("texts", "from", "to", "count", "mean_cosine", "least_cosine"),
        rows);
  }
}
