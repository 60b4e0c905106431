package dev.carryover.core.run;

import dev.carryover.core.Cell;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.report.Identity;
import java.util.SortedMap;
import java.util.TreeMap;

/** Everything that a planned run depends on as text by key, so that two plans can be compared. */
final class PlanFacts {
  private PlanFacts() {}

  static SortedMap<String, String> of(RunRecord planned) {
    SortedMap<String, String> facts = new TreeMap<>();
    facts.put("name", planned.name());
    planned.settings().forEach((key, value) -> facts.put("setting." + key, value));
    plan(planned.plan(), facts);
    planned.identities().forEach(identity -> identity(identity, facts));
    planned.versions().forEach((key, value) -> facts.put("version." + key, value));
    return facts;
  }

  private static void plan(Plan plan, SortedMap<String, String> facts) {
    facts.put("plan.histories", String.join(", ", plan.histories()));
    facts.put("plan.seed", Long.toString(plan.seed()));
    facts.put("plan.rule.rollout", plan.rule().rollout());
    facts.put("plan.rule.references", String.join(", ", plan.rule().references()));
    facts.put("plan.rule.margin", Double.toString(plan.rule().margin()));
    facts.put("plan.rule.max_failed", Integer.toString(plan.rule().maxFailed()));
    for (PlannedFormat format : plan.formats()) {
      String key = "plan.format." + format.name();
      facts.put(key + ".settings", format.settings().toString());
      facts.put(key + ".measure", format.measure().orElse("none"));
      format.rankedItems().ifPresent(k -> facts.put(key + ".ranked_items", Integer.toString(k)));
      format.histories().ifPresent(n -> facts.put(key + ".histories", Integer.toString(n)));
    }
    for (PlannedTreatment treatment : plan.treatments()) {
      String key = "plan.treatment." + treatment.id();
      facts.put(key, treatment.cell().map(Cell::id).orElse("derived from others"));
      treatment.histories().ifPresent(n -> facts.put(key + ".histories", Integer.toString(n)));
    }
  }

  /** The facts alone: what a fixed text measures may differ a little and be the same model. */
  private static void identity(Identity identity, SortedMap<String, String> facts) {
    String key = "identity." + identity.kind() + "." + identity.name();
    facts.put(key + ".unknown", String.join(", ", identity.unknown()));
    identity.facts().forEach((fact, value) -> facts.put(key + "." + fact, value));
  }
}
