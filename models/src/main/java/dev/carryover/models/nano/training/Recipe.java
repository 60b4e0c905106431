package dev.carryover.models.nano.training;

import dev.carryover.models.nano.training.Lessons.Mix;
import dev.carryover.models.transformer.Geometry;

/**
 * All that a training depends on, beside its lessons and the weights that it may start from.
 *
 * @param geometry of the decoder
 * @param seed of every random choice
 * @param tokens to train for, fillers of rows counted
 * @param mix of content once all kinds take part
 * @param matrixRate Muon's highest learning rate, for matrices
 * @param rate AdamW's highest learning rate, for embeddings, biases and norms
 * @param wholeCurriculum whether to begin with the shortest documents; otherwise with the longest
 */
public record Recipe(
    Geometry geometry,
    long seed,
    long tokens,
    Mix mix,
    double matrixRate,
    double rate,
    boolean wholeCurriculum) {
  /** What the shipped models took. */
  public static final Mix USUAL_MIX = new Mix(3, 3, 4, 4, 4);

  /** The same for Muon. */
  public static final double USUAL_MATRIX_RATE = 0.004;

  /** The same for AdamW. */
  public static final double USUAL_RATE = 0.002;

  /** Tokens of one step, at the least. */
  static final int STEP_TOKENS = 2048;

  /** The least rows of one step. */
  static final int STEP_ROWS = 8;

  /** The most rows of one step. */
  static final int MOST_ROWS = 64;

  public Recipe {
    if (tokens < 1 || !(matrixRate > 0) || !(rate > 0)) {
      throw new IllegalArgumentException(
          "cannot train for %d tokens at rates %s and %s".formatted(tokens, matrixRate, rate));
    }
    if (geometry.queriesPerKey() != 1 || !geometry.biased() || !geometry.tied()) {
      throw new IllegalArgumentException(
          "a nano model has as many key as query heads, biases, and a tied head: " + geometry);
    }
  }

  /**
   * The share of the highest rate at a step: a short rise, flat for half the way, then a cosine.
   */
  double schedule(int step, double done) {
    double rise = Math.min(1, (step + 1) / 50.0);
    return rise * (done < 0.5 ? 1 : 0.05 + 0.475 * (1 + Math.cos(Math.PI * (2 * done - 1))));
  }

  /** A decoder of the nano family. */
  public static Geometry nano(int layers, int inner, int vocabulary) {
    return new Geometry(layers, 128, 4, 4, 64, inner, vocabulary, 1024, 1e5, 1e-5, true, true);
  }
}
