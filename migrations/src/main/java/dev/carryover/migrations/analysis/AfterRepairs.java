package dev.carryover.migrations.analysis;

import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Plan.Rule;
import dev.carryover.core.report.AfterRepair;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.report.Treatment.Price;
import dev.carryover.core.stats.Decision;
import dev.carryover.core.stats.GateDecision;
import dev.carryover.core.stats.Holm;
import dev.carryover.core.stats.NonInferiorityGate;
import dev.carryover.migrations.analysis.Judge.Judgement;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Judges each repair of a gate as if it were the rollout, by the same test on the same
 * observations. Whoever picks the best of them has Holm over them, as design/statistics.md has it
 * for candidates.
 *
 * @param finished whether every planned observation was made
 * @param treatments of the report, for the prices
 */
record AfterRepairs(
    Plan plan, Map<String, Outcomes> outcomes, boolean finished, List<Treatment> treatments) {

  /**
   * @param controls that were checked for the planned rollout, which no repair changes
   * @param distrust why the instrument is not believed; empty where it is
   */
  List<AfterRepair> rows(List<Gate> controls, List<String> distrust) {
    List<String> names =
        plan.treatments().stream()
            .filter(treatment -> treatment.direction().equals(Plan.OLD_TO_NEW))
            .map(PlannedTreatment::name)
            .filter(Treatments::isRepaired)
            .distinct()
            .toList();
    List<Judgement> judgements = names.stream().map(n -> judge(n, controls, distrust)).toList();
    List<OptionalDouble> largest = judgements.stream().map(AfterRepairs::largest).toList();
    double[] adjusted = Holm.adjust(largest.stream().mapToDouble(p -> p.orElse(1)).toArray());
    List<AfterRepair> rows = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      OptionalDouble p = largest.get(i);
      OptionalDouble holm = p.isPresent() ? OptionalDouble.of(adjusted[i]) : p;
      rows.add(row(names.get(i), judgements.get(i), p, holm));
    }
    return rows;
  }

  private Judgement judge(String repaired, List<Gate> controls, List<String> distrust) {
    Rule rule = plan.rule();
    Plan other =
        new Plan(
            plan.histories(),
            plan.formats(),
            plan.treatments(),
            new Rule(repaired, rule.references(), rule.margin(), rule.maxFailed()),
            plan.seed());
    return new Judge(other, outcomes, finished).judge(controls, distrust);
  }

  private static OptionalDouble largest(Judgement judgement) {
    return judgement.gate().map(GateDecision::largestPPreserved).orElse(OptionalDouble.empty());
  }

  private AfterRepair row(String name, Judgement judgement, OptionalDouble p, OptionalDouble holm) {
    boolean lost =
        judgement.decision() == Decision.PRESERVED
            && holm.isPresent()
            && holm.getAsDouble() >= NonInferiorityGate.DEFAULT_ALPHA;
    SortedMap<String, Price> prices = new TreeMap<>();
    List<Treatment> own =
        treatments.stream()
            .filter(treatment -> treatment.direction().equals(Plan.OLD_TO_NEW))
            .filter(treatment -> treatment.treatment().equals(name))
            .toList();
    own.forEach(
        treatment -> treatment.price().ifPresent(price -> prices.put(treatment.format(), price)));
    return new AfterRepair(
        name,
        own.stream().map(Treatment::format).toList(),
        judgement.decision().label(),
        judgement.reason(),
        p,
        holm,
        (lost ? Decision.INCONCLUSIVE : judgement.decision()).label(),
        prices);
  }
}
