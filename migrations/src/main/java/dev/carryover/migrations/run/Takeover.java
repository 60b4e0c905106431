package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.VectorInspector;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes a given store over as the old one, for the formats under test, and looks at its vectors.
 */
final class Takeover {
  private final Plan plan;
  private final Cast cast;
  private final StoreKeeper keeper;

  Takeover(Plan plan, Cast cast, StoreKeeper keeper) {
    this.plan = plan;
    this.cast = cast;
    this.keeper = keeper;
  }

  /** What is wrong with the store, as far as its vectors show; nothing where none is given. */
  List<Problem> take(Subject subject) {
    List<Problem> problems = new ArrayList<>();
    for (GivenStore given : subject.given().stream().toList()) {
      for (MemoryFormat format : subject.formats()) {
        Cell before = cell(format, Treatments.BEFORE);
        keeper.takeOver(given, format, before, subject.histories());
        keeper.takeOver(given, format, cell(format, Treatments.NO_OP), subject.histories());
        format
            .vectors()
            .flatMap(inspector -> check(format, before, subject.histories(), inspector))
            .ifPresent(problems::add);
      }
    }
    return problems;
  }

  private Optional<Problem> check(
      MemoryFormat format, Cell before, List<History> histories, VectorInspector inspector) {
    List<MemoryStore> stores =
        histories.stream().map(h -> keeper.store(format, before.withHistory(h.id()), h)).toList();
    return cast.old()
        .flatMap(old -> VectorCheck.check(stores, inspector, old, cast.others(), plan.seed()));
  }

  private Cell cell(MemoryFormat format, String treatment) {
    return plan.treatment(format.name(), Plan.OLD_TO_NEW, treatment)
        .flatMap(PlannedTreatment::cell)
        .orElseThrow();
  }
}
