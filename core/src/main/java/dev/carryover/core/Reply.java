package dev.carryover.core;

import java.util.Objects;

/**
 * What a model said.
 *
 * @param text as returned, untrimmed; may be empty
 * @param finish why it stopped
 * @param usage what it took
 */
public record Reply(String text, FinishReason finish, Usage usage) {
  public Reply {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(finish, "finish");
    Objects.requireNonNull(usage, "usage");
  }

  /** A finished reply of a model that counts no tokens. */
  public static Reply of(String text) {
    return new Reply(text, FinishReason.STOP, Usage.NONE);
  }
}
