package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RepairedCopy.Row;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Has every old store repaired as the rollout says. */
final class Copying {
  private final Plan plan;
  private final Roster roster;
  private final StoreKeeper keeper;
  private final GateListener listener;

  Copying(Plan plan, Roster roster, StoreKeeper keeper, GateListener listener) {
    this.plan = plan;
    this.roster = roster;
    this.keeper = keeper;
    this.listener = listener;
  }

  /**
   * Makes what is not there yet.
   *
   * @param journal knows what each repair took, those of earlier attempts included
   */
  List<Row> make(List<MemoryFormat> formats, List<History> histories, Journal journal) {
    List<MemoryFormat> repaired =
        formats.stream().filter(format -> cell(format).isPresent()).toList();
    List<Row> rows = new ArrayList<>();
    long total = (long) repaired.size() * histories.size();
    listener.copied(0, total, "");
    for (History history : histories) {
      for (MemoryFormat format : repaired) {
        Cell cell = cell(format).orElseThrow().withHistory(history.id());
        MemoryStore store = keeper.store(format, cell, history);
        roster.forget();
        rows.add(
            Row.of(
                store,
                store.manifest().description().ancestor().orElseThrow().sha256(),
                price(journal, cell)));
        listener.copied(rows.size(), total, history.id() + ", " + format.name());
      }
      keeper.forget();
    }
    return rows;
  }

  private static RepairPrice price(Journal journal, Cell cell) {
    return Objects.requireNonNull(
        journal.spent().repairs().get(cell.id()), "a store that is there was paid for");
  }

  private Optional<Cell> cell(MemoryFormat format) {
    return repairedCell(plan, format.name());
  }

  /** The cell of the repaired store of a format; empty where the rollout keeps its old one. */
  static Optional<Cell> repairedCell(Plan plan, String format) {
    return plan.treatment(format, Plan.OLD_TO_NEW, plan.rule().rollout())
        .flatMap(PlannedTreatment::cell)
        .filter(cell -> Treatments.isRepaired(cell.treatment()));
  }
}
