package dev.carryover.core.spi;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Reply;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Text in, text out. Plays the writer or the reader with a prompt. Safe for use by threads. */
public interface LanguageModel extends Preflight, AutoCloseable {
  /** From this repeat on an answer is neither taken from what is kept nor kept. */
  int LIVE_REPEAT = 2;

  /** Who answers, as the running service tells. */
  ModelIdentity identity();

  /** How it is talked to, which decides how a prompt is written. */
  Use use();

  /** Whether the service can hold an answer to {@link Decoding#form()}. */
  boolean constrains();

  /**
   * Continues a prompt.
   *
   * @param repeat 0 for the first; a repeat never gets another's kept answer
   * @throws ServiceException if no answer could be had
   * @throws StopException if the model is not the one that it was, or the budget is spent
   */
  Reply complete(Prompt prompt, Decoding decoding, int repeat);

  /** Tokens of a text: the service's own count where it tokenizes, else an upper estimate. */
  long countTokens(String text);

  /** Lets go of what it holds; nothing by default. */
  @Override
  default void close() {}

  /** How a service is talked to. */
  enum Use {
    /** Turns of a conversation; the service lays them out in its template. */
    CHAT,
    /** Plain text that the model goes on with. */
    COMPLETION
  }

  /**
   * What a model is given.
   *
   * @param system the instruction; may be empty, and is for {@link Use#COMPLETION}
   * @param user the task with its material
   */
  record Prompt(String system, String user) {
    public Prompt {
      Objects.requireNonNull(system, "system");
      Objects.requireNonNull(user, "user");
    }
  }

  /**
   * How the answer is chosen.
   *
   * @param maxTokens output limit
   * @param temperature 0 for greedy
   * @param seed where the service takes one
   * @param stop texts that end the answer
   * @param form a regular expression for the whole answer, for services that can be held to one:
   *     letters, digits, classes, groups, alternatives and counts only
   */
  record Decoding(
      int maxTokens,
      double temperature,
      OptionalLong seed,
      List<String> stop,
      Optional<String> form) {
    public Decoding {
      if (maxTokens < 1) {
        throw new IllegalArgumentException("an output limit of " + maxTokens + " tokens");
      }
      Objects.requireNonNull(seed, "seed");
      stop = List.copyOf(stop);
      Objects.requireNonNull(form, "form");
    }
  }
}
