package dev.carryover.studies.instrument;

import dev.carryover.core.Plan;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.migrations.plan.Treatments;
import dev.carryover.studies.instrument.Faults.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Chooses where faults strike, from what is answered when nothing fails at their stage. */
final class Planting {
  private final Stage stage;
  private final List<ProbedHistory> histories;
  private final Faults.Base base;
  private final long seed;
  private final List<Map<String, String>> reach;
  private final List<Target> targets = new ArrayList<>();

  /**
   * @param base what is lost whatever the upgrade does
   */
  Planting(Stage stage, List<ProbedHistory> histories, Faults.Base base, long seed) {
    this.stage = stage;
    this.histories = histories;
    this.base = base;
    this.seed = seed;
    Reach all = new Reach(stage, histories);
    this.reach = histories.stream().map(all::of).toList();
  }

  /**
   * The texts at which either side fails.
   *
   * @param old of the old side
   * @param next of the new side
   */
  record Texts(List<String> old, List<String> next) {}

  /**
   * Those of a condition of this stage.
   *
   * @param study the study's run directory, in which the stage was run without a fault
   */
  Texts of(Condition condition, Path study) {
    if (condition.kind() == Condition.Kind.NOTHING) {
      return new Texts(List.of(), List.of());
    }
    if (targets.isEmpty()) {
      aim(new ConditionRun(Condition.unharmed(stage), study).folder());
    }
    Faults faults = Faults.draw(targets, condition, base, seed);
    return new Texts(texts(faults.old()), texts(faults.next()));
  }

  private void aim(Path unharmed) {
    try (RunDirectory.Finished run = RunDirectory.read(unharmed)) {
      Plan plan = run.record().plan();
      var before =
          plan.treatment(stage.format(), Plan.OLD_TO_NEW, Treatments.BEFORE)
              .flatMap(Plan.PlannedTreatment::cell)
              .orElseThrow();
      for (int i = 0; i < histories.size(); i++) {
        String id = histories.get(i).history().id();
        var answers = run.journal().of(before.withHistory(id).id());
        Set<String> inReach = reach.get(i).keySet();
        List<String> right =
            answers.values().stream()
                .filter(answer -> Metric.accuracy().of(answer).orElse(0) == 1)
                .map(answer -> answer.probe())
                .filter(inReach::contains)
                .toList();
        targets.add(new Target(id, answers.size(), right));
      }
    }
  }

  private List<String> texts(List<Set<String>> probes) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < probes.size(); i++) {
      Map<String, String> byProbe = reach.get(i);
      probes.get(i).forEach(probe -> texts.add(Objects.requireNonNull(byProbe.get(probe))));
    }
    return texts;
  }
}
