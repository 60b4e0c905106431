package dev.carryover.formats.state;

import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StatefulModel.IncompatibleStateException;
import dev.carryover.core.spi.StoreTarget;
import java.util.List;
import java.util.Optional;

/**
 * Has the new model make its state from the raw history: the state of one model cannot be turned
 * into another's.
 *
 * @param states writes them
 * @param name stable
 * @param description for a person who chooses
 * @param rungs budgets, cheapest first
 * @param way how the state comes about
 */
public record HistoryRepair(
    StateWriter states, String name, String description, List<Rung> rungs, Way way)
    implements RepairMethod {
  public HistoryRepair {
    rungs = List.copyOf(rungs);
  }

  /** How a repair makes a state. */
  @FunctionalInterface
  public interface Way {
    /** What makes the state at a budget in place of an earlier store's. */
    StateWriter.Maker at(Rung rung, MemoryStore earlier);
  }

  @Override
  public boolean needsHistory() {
    return true;
  }

  /**
   * {@inheritDoc}
   *
   * @throws SettingException if there is no raw history
   * @throws IncompatibleStoreException if the new model cannot go on from the earlier state where
   *     the repair does
   */
  @Override
  public MemoryStore apply(Job job, StoreTarget target) {
    History raw =
        job.history()
            .orElseThrow(
                () ->
                    new SettingException(
                        "histories",
                        "'%s' needs the raw history of '%s'"
                            .formatted(name, job.store().manifest().description().history()),
                        "give the histories; a cache cannot be turned into another model's"));
    String method = rungs.size() == 1 ? name : name + " " + job.rung().name();
    Ancestor ancestor = new Ancestor(job.store().manifest().sha256(), method);
    try {
      return states.write(
          raw,
          job.to(),
          job.seed(),
          Optional.of(ancestor),
          way.at(job.rung(), job.store()),
          target);
    } catch (IncompatibleStateException e) {
      throw new IncompatibleStoreException(String.valueOf(e.getMessage()));
    }
  }
}
