package dev.carryover.formats.rag;

import dev.carryover.core.Event;
import dev.carryover.core.StoredItem;
import dev.carryover.core.StoredItem.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Groups whole events, in order, into chunks. An event joins the chunk before it while the chunk's
 * text stays within the limit; an event is never split, so one that is longer than the limit is a
 * chunk of its own. Characters are Unicode code points of the chunk's text, times and line feeds
 * included.
 *
 * <p>A chunk's text is its events as lines. A line {@code [time]} stands before an event that has a
 * time, unless the event before it in the chunk has the same: the paper does not say how times
 * reach the reader, this choice is ours.
 */
final class Chunker {
  private Chunker() {}

  /**
   * The chunks, named {@code i0}, {@code i1} and so on.
   *
   * @param limit in characters; empty for one event a chunk
   */
  static List<StoredItem> chunks(List<Event> events, OptionalInt limit) {
    List<StoredItem> chunks = new ArrayList<>();
    Chunk chunk = new Chunk();
    for (Event event : events) {
      if (!chunk.isEmpty() && !(limit.isPresent() && chunk.sizeWith(event) <= limit.getAsInt())) {
        chunks.add(chunk.item("i" + chunks.size()));
        chunk = new Chunk();
      }
      chunk.append(event);
    }
    if (!chunk.isEmpty()) {
      chunks.add(chunk.item("i" + chunks.size()));
    }
    return chunks;
  }

  private static final class Chunk {
    private final StringBuilder text = new StringBuilder();
    private final List<Source> sources = new ArrayList<>();
    private Optional<String> lastTime = Optional.empty();
    private int characters;

    boolean isEmpty() {
      return sources.isEmpty();
    }

    int sizeWith(Event event) {
      return characters + size(addition(event));
    }

    void append(Event event) {
      String addition = addition(event);
      text.append(addition);
      characters += size(addition);
      sources.add(new Source(event.id(), true));
      lastTime = event.time();
    }

    StoredItem item(String id) {
      return new StoredItem(id, text.toString(), sources);
    }

    private String addition(Event event) {
      String time =
          event.time().isEmpty() || event.time().equals(lastTime)
              ? ""
              : "[" + event.time().get() + "]\n";
      return (isEmpty() ? "" : "\n") + time + event.asLine();
    }

    private static int size(String text) {
      return text.codePointCount(0, text.length());
    }
  }
}
