package dev.carryover.models.transformer.study;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;

/** Adam (Kingma and Ba, 2015) for one array, with a shorter memory of squares than usual. */
final class Adam {
  private static final double BETA_MEAN = 0.9;
  private static final double BETA_SQUARE = 0.95;
  private static final double EPSILON = 1e-8;

  private final NDArray trained;
  private final NDArray mean;
  private final NDArray square;
  private int updates;

  /**
   * @param trained changed in place; its manager holds what is remembered
   */
  Adam(NDArray trained) {
    this.trained = trained;
    this.mean = trained.zerosLike();
    this.square = trained.zerosLike();
  }

  /**
   * One update.
   *
   * @param gradient of a manager that is closed soon
   */
  void update(NDArray gradient, double rate) {
    updates++;
    NDManager scratch = gradient.getManager();
    mean.muli(BETA_MEAN).addi(gradient.mul(1 - BETA_MEAN));
    square.muli(BETA_SQUARE).addi(gradient.square().mul(1 - BETA_SQUARE));
    NDArray size = square.duplicate();
    size.attach(scratch);
    size = size.div(1 - Math.pow(BETA_SQUARE, updates)).sqrt().add(EPSILON);
    NDArray step = mean.duplicate();
    step.attach(scratch);
    trained.subi(step.div(size).mul(rate / (1 - Math.pow(BETA_MEAN, updates))));
  }
}
