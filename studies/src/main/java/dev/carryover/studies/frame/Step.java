package dev.carryover.studies.frame;

import dev.carryover.core.OpenState;
import dev.carryover.core.run.Journal.Spent;
import dev.carryover.core.run.StoreFolder;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Some items that are put to one memory: one block of the journal.
 *
 * @param arm the kind of memory, as the journal and the report call it
 * @param items asked in this order; no two steps of an arm share one
 * @param memory makes or loads it when the step's turn has come
 */
public record Step(String arm, List<Item> items, Opener memory) {
  public Step {
    Objects.requireNonNull(arm, "arm");
    items = List.copyOf(items);
    Objects.requireNonNull(memory, "memory");
  }

  /** Makes or loads a memory. */
  @FunctionalInterface
  public interface Opener {
    /**
     * @param kept where what took long to make is kept; what is there already is taken from there,
     *     and comes out the same
     */
    Opened open(StoreFolder kept);
  }

  /**
   * A memory that answers.
   *
   * @param state answers the items; the step closes it
   * @param spent what its making took, counted to this step
   * @param askedInTraining questions that its training asked too
   */
  public record Opened(OpenState state, Spent spent, Set<String> askedInTraining) {
    public Opened {
      Objects.requireNonNull(state, "state");
      Objects.requireNonNull(spent, "spent");
      askedInTraining = Set.copyOf(askedInTraining);
    }

    /** A memory that needed no training. */
    public static Opened untrained(OpenState state) {
      return new Opened(state, Spent.NOTHING, Set.of());
    }
  }
}
