package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.report.Identity;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.migrations.plan.Treatments;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What the old side answered in one run of a screen, which holds for its other runs too. */
final class OldAnswers {
  private OldAnswers() {}

  /**
   * Puts them into the journal of a run that lacks them. Those that failed are left to be asked
   * again, and so are all where the old side is not who it was.
   */
  static void copy(Path run, RunDirectory into, Plan plan) {
    Journal to = into.journal();
    try (RunDirectory.Finished from = RunDirectory.read(run)) {
      if (!areTheSame(from.record().identities(), into.record().identities())) {
        return;
      }
      List<Observation> missing =
          plan.treatments().stream()
              .filter(treatment -> treatment.name().equals(Treatments.BEFORE))
              .flatMap(treatment -> cells(plan, treatment))
              .flatMap(cell -> missing(cell.id(), from.journal(), to))
              .toList();
      if (!missing.isEmpty()) {
        to.append(missing, Journal.Spent.NOTHING);
      }
    }
  }

  /** What both runs name is the old side, and what a candidate has in common with another. */
  private static boolean areTheSame(List<Identity> there, List<Identity> here) {
    return there.stream()
        .allMatch(
            one ->
                here.stream()
                    .filter(other -> other.kind().equals(one.kind()))
                    .filter(other -> other.name().equals(one.name()))
                    .allMatch(one::sameAs));
  }

  private static Stream<Cell> cells(Plan plan, PlannedTreatment treatment) {
    return treatment.cell().stream()
        .flatMap(cell -> plan.histories(treatment).stream().map(cell::withHistory));
  }

  private static Stream<Observation> missing(String cell, Journal from, Journal to) {
    Set<String> settled = to.settled(cell);
    return from.of(cell).values().stream()
        .filter(answer -> !answer.isFailed() && !settled.contains(answer.probe()));
  }
}
