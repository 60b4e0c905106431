package dev.carryover.studies.instrument;

import dev.carryover.core.Plan;
import dev.carryover.core.report.Diagnosis.Breakdown;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.migrations.analysis.Analyst;
import dev.carryover.migrations.plan.Treatments;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the run of one condition came to, told from its journal.
 *
 * @param population its histories
 * @param verdict on all of them, by the gate with its controls
 * @param controls that were checked
 * @param before what is lost where both sides are old
 * @param rollout what is lost with the new side
 */
record Measured(
    Condition condition,
    Population population,
    String verdict,
    List<RunReport.Gate> controls,
    Side before,
    Side rollout) {
  /**
   * The loss of one side.
   *
   * @param planted the share of all probes at which it fails
   * @param told its breakdown by stage; absent where the run was no diagnosis
   */
  record Side(double planted, Optional<Breakdown> told) {}

  Measured {
    controls = List.copyOf(controls);
  }

  /** Reads it. */
  static Measured of(Condition condition, Path study) {
    ConditionRun made = new ConditionRun(condition, study);
    try (RunDirectory.Finished run = RunDirectory.read(made.folder())) {
      Population population = Population.of(condition.stage(), run.record().plan(), run.journal());
      RunReport report = Analyst.analyse(run.record(), run.journal(), condition.name());
      double probes = population.probes();
      return new Measured(
          condition,
          population,
          report.verdict().decision(),
          report.gates(),
          new Side(PlantedTexts.count(made.old()) / probes, told(report, Treatments.BEFORE)),
          new Side(
              PlantedTexts.count(made.next()) / probes,
              told(report, condition.stage().treatment())));
    }
  }

  private static Optional<Breakdown> told(RunReport report, String treatment) {
    return report.diagnosis().stream()
        .flatMap(diagnosis -> diagnosis.breakdowns().stream())
        .filter(found -> found.direction().equals(Plan.OLD_TO_NEW))
        .filter(found -> found.treatment().equals(treatment))
        .findFirst();
  }
}
