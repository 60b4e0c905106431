package dev.carryover.core;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** What a memory brings back for a question. */
public sealed interface Recollection {
  /** Applies the function that fits the kind of recollection. */
  default <T> T fold(
      Function<Passages, T> passages,
      Function<ModelState, T> state,
      Function<Answered, T> answered) {
    if (this instanceof Passages p) {
      return passages.apply(p);
    }
    if (this instanceof ModelState s) {
      return state.apply(s);
    }
    return answered.apply((Answered) this);
  }

  /**
   * Text items, best first where they are ranked.
   *
   * @param items what the reader will see, in order; may be empty
   * @param ranked whether the order is a ranking by relevance, so that recall@k and MRR mean
   *     something
   */
  record Passages(List<StoredItem> items, boolean ranked) implements Recollection {
    public Passages {
      items = List.copyOf(items);
    }

    /** The texts alone: all that a reader may see. */
    public List<String> texts() {
      return items.stream().map(StoredItem::text).toList();
    }
  }

  /**
   * A key-value cache that only the model it was computed for can go on from.
   *
   * @param state the cache, which its memory closes
   */
  record ModelState(OpenState state) implements Recollection {
    public ModelState {
      Objects.requireNonNull(state, "state");
    }
  }

  /**
   * The reply of an external memory that answers for itself.
   *
   * @param reply the answer
   * @param items what it says it retrieved, best first; nothing where it cannot tell
   */
  record Answered(Reply reply, Optional<List<StoredItem>> items) implements Recollection {
    public Answered {
      Objects.requireNonNull(reply, "reply");
      items = items.map(List::copyOf);
    }
  }
}
