package dev.carryover.studies.frame;

import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.run.Journal.Spent;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.studies.items.Shared;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

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

  /** What answers, until it is closed. Nothing that it is asked stays in it. */
  public interface Memory extends AutoCloseable {
    /** A reply to each question, in their order. */
    List<Reply> answers(List<Question> questions);

    @Override
    void close();
  }

  /**
   * A memory that is open.
   *
   * @param memory answers the items; the step closes it
   * @param spent what its making took, counted to this step
   * @param overlap what the training of the memory shares with a question
   */
  public record Opened(Memory memory, Spent spent, Function<Question, Shared> overlap) {
    public Opened {
      Objects.requireNonNull(memory, "memory");
      Objects.requireNonNull(spent, "spent");
      Objects.requireNonNull(overlap, "overlap");
    }

    /** One that needed no training. */
    public static Opened untrained(Memory memory) {
      return new Opened(memory, Spent.NOTHING, question -> Shared.NOTHING);
    }
  }
}
