package dev.carryover.studies.instrument;

import dev.carryover.core.Plan;
import dev.carryover.core.report.Diagnosis.Breakdown;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.migrations.analysis.Analyst;
import dev.carryover.migrations.plan.Treatments;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the run of one condition came to, told from its journal.
 *
 * @param population its histories
 * @param report the run's own, by the real gate with all its controls
 * @param planted the shares of all probes at which the old side and the new one fail
 */
record Measured(Condition condition, Population population, RunReport report, Planted planted) {
  /**
   * Shares of all probes.
   *
   * @param old at which the old side fails
   * @param next at which the new side does
   */
  record Planted(double old, double next) {}

  /** Reads it. */
  static Measured of(Condition condition, Path study) {
    ConditionRun made = new ConditionRun(condition, study);
    try (RunDirectory.Finished run = RunDirectory.read(made.folder())) {
      Population population = Population.of(condition.stage(), run.record().plan(), run.journal());
      double probes = population.probes();
      return new Measured(
          condition,
          population,
          Analyst.analyse(run.record(), run.journal(), condition.name()),
          new Planted(
              PlantedTexts.count(made.old()) / probes, PlantedTexts.count(made.next()) / probes));
    }
  }

  /** The old side's loss by its stages. */
  Optional<Breakdown> before() {
    return breakdown(Treatments.BEFORE);
  }

  /** The rollout's loss by its stages. */
  Optional<Breakdown> rollout() {
    return breakdown(condition.stage().treatment());
  }

  private Optional<Breakdown> breakdown(String treatment) {
    return report.diagnosis().stream()
        .flatMap(diagnosis -> diagnosis.breakdowns().stream())
        .filter(found -> found.direction().equals(Plan.OLD_TO_NEW))
        .filter(found -> found.treatment().equals(treatment))
        .findFirst();
  }

  /** Mean accuracy of the old side. */
  double accuracy() {
    return population.reference();
  }
}
