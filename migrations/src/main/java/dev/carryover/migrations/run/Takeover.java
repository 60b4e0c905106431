package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Plan;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.VectorInspector;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
        List<Cell> old = ofOldStore(format);
        old.forEach(cell -> keeper.takeOver(given, format, cell, subject.histories()));
        format
            .vectors()
            .flatMap(inspector -> check(format, old.get(0), subject.histories(), inspector))
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

  /** The planned cells that read the old store as it is, or a second copy of it. */
  private List<Cell> ofOldStore(MemoryFormat format) {
    return Stream.of(Treatments.BEFORE, Treatments.INHERITED, Treatments.NO_OP)
        .flatMap(name -> plan.treatment(format.name(), Plan.OLD_TO_NEW, name).stream())
        .flatMap(treatment -> treatment.cell().stream())
        .toList();
  }
}
