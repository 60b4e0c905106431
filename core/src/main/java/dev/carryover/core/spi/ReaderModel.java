package dev.carryover.core.spi;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import java.util.List;

/**
 * Answers a question from texts: the role of the reader, played by a language model with a prompt
 * or by a built-in model. It sees the question and the texts, nothing else. Safe for use by several
 * threads.
 */
public interface ReaderModel extends AutoCloseable {
  /** Who answers. */
  ModelIdentity identity();

  /**
   * The answer.
   *
   * @param passages in the order in which the memory returned them; may be empty
   * @throws ServiceException if no answer could be had
   */
  Reply answer(Question question, List<String> passages);

  /** Lets go of what it holds; nothing by default. */
  @Override
  default void close() {}
}
