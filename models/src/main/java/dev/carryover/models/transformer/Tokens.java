package dev.carryover.models.transformer;

import java.util.OptionalInt;
import java.util.SortedSet;

/** How a model cuts text into tokens. Safe for use by several threads. */
public interface Tokens extends AutoCloseable {
  /**
   * The ids of a text, with nothing put before or after it. The names of special tokens, such as
   * those of a chat template, become these tokens.
   */
  int[] encode(String text);

  /** The text of ids; special tokens have none. */
  String decode(int[] ids);

  /** The token that a text begins with, where the model was trained with one. */
  OptionalInt beginning();

  /** The tokens that end an answer; may be empty. */
  SortedSet<Integer> ends();

  /** Ids that it may give: 0 to this, exclusive. */
  int size();

  /** A SHA-256 over all that decides what {@link #encode} returns. */
  String hash();

  /** Frees what it holds outside the Java heap. */
  @Override
  default void close() {}
}
