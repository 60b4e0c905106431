package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.History;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Question;
import dev.carryover.core.Seeds;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Puts the texts of an old store in the place of questions, where there are none: what is brought
 * back for them shows whose neighbours change, and marks nothing.
 */
final class StoredTexts {
  /** The family of such a probe. */
  static final String FAMILY = "stored text";

  /** Of one history, at most: each is embedded as a question three times. */
  static final int MOST = 200;

  private final Plan plan;
  private final Roster roster;
  private final StoreKeeper keeper;

  StoredTexts(Plan plan, Roster roster, StoreKeeper keeper) {
    this.plan = plan;
    this.roster = roster;
    this.keeper = keeper;
  }

  /** The part of the plan that is of one format. */
  Plan planOf(MemoryFormat format) {
    return new Plan(
        plan.histories(),
        plan.formats().stream().filter(planned -> planned.name().equals(format.name())).toList(),
        plan.treatments().stream().filter(t -> t.format().equals(format.name())).toList(),
        plan.rule(),
        plan.seed());
  }

  /** The histories with the texts of their old stores as probes. */
  List<ProbedHistory> asked(MemoryFormat format, List<History> histories) {
    Cell before =
        plan.treatment(format.name(), Plan.OLD_TO_NEW, Treatments.BEFORE)
            .flatMap(PlannedTreatment::cell)
            .orElseThrow();
    List<ProbedHistory> asked = new ArrayList<>();
    for (History history : histories) {
      Cell cell = before.withHistory(history.id());
      try (Memory memory =
          format.reader().open(keeper.store(format, cell, history), roster.readers(cell))) {
        asked.add(new ProbedHistory(history, probes(history, memory.items())));
      }
      keeper.forget();
    }
    return asked;
  }

  private List<Probe> probes(History history, List<StoredItem> items) {
    List<StoredItem> some = new ArrayList<>(items);
    some.removeIf(item -> item.text().isBlank());
    if (some.size() > MOST) {
      Collections.shuffle(some, new Random(Seeds.derive(plan.seed(), FAMILY, history.id())));
      some = some.subList(0, MOST);
    }
    return some.stream()
        .map(
            item ->
                new Probe(
                    item.id(), FAMILY, new Question(item.text()), Optional.empty(), List.of()))
        .toList();
  }
}
