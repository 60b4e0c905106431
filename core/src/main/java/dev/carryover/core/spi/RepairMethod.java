package dev.carryover.core.spi;

import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import java.util.List;
import java.util.Objects;
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
   * How many texts of other histories it can use at its full effort; none by default.
   *
   * @see Job#sample
   */
  default int sampleTexts() {
    return 0;
  }

  /** Repairs at one budget. */
  MemoryStore apply(Job job, StoreTarget target);

  /**
   * One repair.
   *
   * @param store to be repaired
   * @param history the raw history, where it still exists
   * @param from the components that the store was written with, as far as they still run
   * @param to the components that it is repaired for
   * @param sample texts of other histories in a random order, apart from this one's texts and
   *     questions; may be empty
   * @param rung the budget
   * @param seed of every random choice
   */
  record Job(
      MemoryStore store,
      Optional<History> history,
      Components from,
      Components to,
      List<String> sample,
      Rung rung,
      long seed) {
    public Job {
      Objects.requireNonNull(store, "store");
      Objects.requireNonNull(history, "history");
      Objects.requireNonNull(from, "from");
      Objects.requireNonNull(to, "to");
      sample = List.copyOf(sample);
      Objects.requireNonNull(rung, "rung");
    }

    /** A repair with no more than the new components. */
    public static Job of(
        MemoryStore store, Optional<History> history, Components to, Rung rung, long seed) {
      return new Job(store, history, Components.NONE, to, List.of(), rung, seed);
    }
  }

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

    /** The share in per cent, rounded; rungs of one method differ in it. */
    public int percent() {
      return (int) Math.round(100 * share);
    }

    /** Its share of an allowance, at least 1. */
    public int of(int allowance) {
      return Math.max(1, (int) Math.round(share * allowance));
    }

    /** The rung of this many per cent, from 1 to 100. */
    public static Rung percent(int percent) {
      return new Rung(percent + " %", percent / 100.0);
    }
  }
}
