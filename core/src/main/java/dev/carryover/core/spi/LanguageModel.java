package dev.carryover.core.spi;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Reply;
import java.util.List;
import java.util.OptionalLong;

/** Text in, text out. Plays the writer or the reader with a prompt. Safe for use by threads. */
public interface LanguageModel extends AutoCloseable {
  /** Who answers, as the running service tells. */
  ModelIdentity identity();

  /**
   * Continues a prompt.
   *
   * @throws ServiceException if no answer could be had
   */
  Reply complete(Prompt prompt, Decoding decoding);

  /** Lets go of what it holds; nothing by default. */
  @Override
  default void close() {}

  /**
   * What a model is given.
   *
   * @param system the instruction; may be empty
   * @param user the task with its material
   */
  record Prompt(String system, String user) {}

  /**
   * How the answer is chosen.
   *
   * @param maxTokens output limit
   * @param temperature 0 for greedy
   * @param seed where the service takes one
   * @param stop texts that end the answer
   */
  record Decoding(int maxTokens, double temperature, OptionalLong seed, List<String> stop) {
    public Decoding {
      stop = List.copyOf(stop);
    }
  }
}
