package dev.carryover.core.spi;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Usage;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Saves experience in words of its own: the role of the writer, played by a language model with a
 * prompt or by a built-in model. It sees events, never what will be asked. Safe for use by several
 * threads.
 */
public interface WriterModel extends Preflight, AutoCloseable {
  /** Who writes. */
  ModelIdentity identity();

  /** All that its writing depends on beside its identity: prompt hashes, decoding; may be empty. */
  default SortedMap<String, String> settings() {
    return new TreeMap<>();
  }

  /**
   * Notes on a segment of a history, in prose or lines that a person can read. The caller enforces
   * the limit; a writer that is told it should keep to it.
   *
   * @param events consecutive, never empty
   * @param maxBytes what the notes may take, in UTF-8
   * @param maxTokens the allowance of output that every writer gets
   * @param seed of random choices, where there are any
   * @throws ServiceException if nothing could be written
   */
  Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed);

  /**
   * The claims that events make, in the order of the events. An event may make none.
   *
   * @param events consecutive; may be empty
   * @param maxTokens the allowance of output that every writer gets, over all the events
   * @throws ServiceException if nothing could be written
   */
  Written<List<Claim>> claims(List<Event> events, ClaimSchema schema, int maxTokens, long seed);

  /**
   * Notes that exist already, in this writer's own words: from the notes alone, every name, code
   * and number as they have it. By default the lines of the notes are written about as events are;
   * a writer that copies sentences so gives back what it was given.
   *
   * @param notes never blank
   * @param maxBytes what the new notes may take, in UTF-8; the caller takes longer ones for none
   * @param maxTokens the allowance of output that every writer gets
   * @param seed of random choices, where there are any
   * @throws ServiceException if nothing could be written
   */
  default Written<String> rewrite(String notes, int maxBytes, int maxTokens, long seed) {
    List<String> lines = notes.lines().filter(line -> !line.isBlank()).toList();
    List<Event> events =
        IntStream.range(0, lines.size())
            .mapToObj(i -> new Event("note " + (i + 1), Optional.empty(), "", item(lines.get(i))))
            .toList();
    return notes(events, maxBytes, maxTokens, seed);
  }

  /** A line of notes without the mark of a list. */
  static String item(String line) {
    String text = line.strip();
    return text.startsWith("- ") ? text.substring(2).strip() : text;
  }

  /** This writer for a repeat of its own, which writes afresh and reads no other repeat's cache. */
  default WriterModel repeat(int repeat) {
    return this;
  }

  /** The same model with its key-value cache open, where it runs so that it can be kept. */
  default Optional<StatefulModel> state() {
    return Optional.empty();
  }

  /** Lets go of what it holds; nothing by default. */
  @Override
  default void close() {}

  /**
   * What was written.
   *
   * @param content the notes or the claims
   * @param usage what it took
   * @param cutOff whether the output limit ended it before it was done
   * @param rejected what the model said beside, in another form than asked; may be empty
   */
  record Written<T>(T content, Usage usage, boolean cutOff, List<String> rejected) {
    public Written {
      Objects.requireNonNull(content, "content");
      Objects.requireNonNull(usage, "usage");
      rejected = List.copyOf(rejected);
    }

    /** What a built-in model wrote, which counts no tokens. */
    public static <T> Written<T> of(T content) {
      return new Written<>(content, Usage.NONE, false, List.of());
    }
  }
}
