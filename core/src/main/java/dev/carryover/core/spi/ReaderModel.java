package dev.carryover.core.spi;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Answers a question from texts: the role of the reader, played by a language model with a prompt
 * or by a built-in model. It sees the question and the texts, nothing else. Safe for use by several
 * threads.
 */
public interface ReaderModel extends Preflight, AutoCloseable {
  /** Who answers. */
  ModelIdentity identity();

  /** All that its answers depend on beside its identity: prompt hashes, decoding; may be empty. */
  default SortedMap<String, String> settings() {
    return new TreeMap<>();
  }

  /**
   * The answer.
   *
   * @param passages in the order in which the memory returned them; may be empty
   * @throws ServiceException if no answer could be had
   * @throws StopException if the model is not the one that it was, or the budget is spent
   */
  Reply answer(Question question, List<String> passages);

  /** Whether it answers in words of its own too; else codes are all that it can be asked for. */
  default boolean answersFreely() {
    return false;
  }

  /** Tokens that the whole prompt takes with the answer's limit; empty where nothing bounds it. */
  default OptionalLong promptTokens(Question question, List<String> passages) {
    return OptionalLong.empty();
  }

  /** This reader for a repeat of its own, which asks afresh and reads no other repeat's cache. */
  default ReaderModel repeat(int repeat) {
    return this;
  }

  /** The same model with its key-value cache open, where it runs so that it can be kept. */
  default Optional<StatefulModel> state() {
    return Optional.empty();
  }

  /** Lets go of what it holds; nothing by default. */
  @Override
  default void close() {}
}
