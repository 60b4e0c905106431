package dev.carryover.core;

/**
 * A key-value cache that is loaded and answers: the model reads the question after what the cache
 * stands for. Nothing that it is asked stays in it. Safe for use by several threads until it is
 * closed.
 */
public interface OpenState extends AutoCloseable {
  /** The model that it was computed for. */
  ModelIdentity computedFor();

  /** The answer to a question. */
  Reply answer(Question question);

  /**
   * How likely each token of the vocabulary is to begin the answer: natural logarithms of
   * probabilities, by token id. Empty where a server does not tell all of them.
   */
  float[] firstToken(Question question);

  @Override
  void close();
}
