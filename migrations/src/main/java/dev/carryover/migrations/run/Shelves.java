package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.migrations.plan.Treatments;
import java.util.Optional;

/**
 * Where a run's stores lie.
 *
 * @param own what the run writes, takes over and alters
 * @param repaired what it repairs; may be the same folder
 * @param baseline a run whose stores stand in for those that nobody can write any more
 * @param copy repaired stores that were given, with the old ones that they were made from
 */
record Shelves(
    StoreFolder own, StoreFolder repaired, Optional<Baseline> baseline, Optional<GivenCopy> copy) {
  /** All in one folder. */
  static Shelves in(StoreFolder folder, Optional<Baseline> baseline, Optional<GivenCopy> copy) {
    return new Shelves(folder, folder, baseline, copy);
  }

  /** Where the store of a cell goes. */
  StoreFolder of(Cell cell) {
    return Treatments.isRepaired(cell.treatment()) ? repaired : own;
  }

  /** A store of this name that another run made. */
  Optional<MemoryStore> elsewhere(String name) {
    return baseline
        .flatMap(run -> run.store(name))
        .or(() -> copy.flatMap(given -> given.old(name)));
  }
}
