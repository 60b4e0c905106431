package dev.carryover.core.spi;

import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import java.util.List;
import java.util.Optional;

/** Makes a repaired copy of a store for new components. The original stays as it is. */
public interface RepairMethod {
  /** Stable name, such as {@code re-embed}. */
  String name();

  /** One line for a person who chooses. */
  String description();

  /** Budgets to try, cheapest first; never empty. */
  List<Rung> rungs();

  /** Whether it needs the raw history, or makes do with the store. */
  boolean needsHistory();

  /**
   * Repairs at one budget.
   *
   * @param history the raw history, where it still exists
   * @param components the new ones
   * @param seed of every random choice
   */
  MemoryStore apply(
      MemoryStore store,
      Optional<History> history,
      Components components,
      Rung rung,
      long seed,
      StoreTarget target);

  /**
   * A budget.
   *
   * @param name as reported, such as {@code 50 %}
   * @param share of the full effort, over 0 and at most 1
   */
  record Rung(String name, double share) {
    public Rung {
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException("share of rung '" + name + "' is " + share);
      }
    }

    /** The rung of this many per cent, from 1 to 100. */
    public static Rung percent(int percent) {
      return new Rung(percent + " %", percent / 100.0);
    }
  }
}
