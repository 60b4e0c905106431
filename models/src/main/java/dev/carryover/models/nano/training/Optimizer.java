package dev.carryover.models.nano.training;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Muon (Jordan et al., 2024) for the matrices: the momentum of the gradient, made nearly orthogonal
 * by five Newton-Schulz steps; Adam (Kingma and Ba, 2015) without weight decay for embeddings,
 * biases and norms. Matrices of one shape are worked on together.
 */
final class Optimizer {
  private static final float MOMENTUM = 0.95f;
  private static final double DECAY = 0.01;
  private static final float MEAN = 0.9f;
  private static final float SQUARE = 0.98f;
  private static final float TINY = 1e-8f;

  private final Parameters parameters;
  private final double matrixRate;
  private final double rate;
  private final Map<Shape, List<String>> matrices = new LinkedHashMap<>();
  private final List<String> others = new ArrayList<>();
  private final Map<String, NDArray> memory = new LinkedHashMap<>();
  private int steps;

  /** Begins with nothing remembered; what it remembers lives as long as the manager. */
  Optimizer(Parameters parameters, Recipe recipe, NDManager manager) {
    this.parameters = parameters;
    this.matrixRate = recipe.matrixRate();
    this.rate = recipe.rate();
    parameters
        .arrays()
        .forEach(
            (name, array) -> {
              if (Parameters.isMatrix(name, array.getShape())) {
                matrices.computeIfAbsent(array.getShape(), key -> new ArrayList<>()).add(name);
              } else {
                others.add(name);
                memory.put("mean " + name, manager.zeros(array.getShape()));
                memory.put("square " + name, manager.zeros(array.getShape()));
              }
            });
    matrices.forEach(
        (shape, names) ->
            memory.put(
                "momentum " + shape,
                manager.zeros(new Shape(names.size(), shape.get(0), shape.get(1)))));
  }

  /** What it remembers, by name. */
  Map<String, NDArray> memory() {
    return memory;
  }

  int steps() {
    return steps;
  }

  /** Goes on after so many steps; the memory is restored by its owner. */
  void restore(int earlier) {
    steps = earlier;
  }

  /** One step, with a share of the highest learning rates. Temporaries belong to the manager. */
  void step(Map<String, NDArray> gradients, double share, NDManager manager) {
    steps++;
    for (String name : others) {
      adam(name, of(gradients, name), (float) (rate * share), manager);
    }
    matrices.forEach((shape, names) -> muon(shape, names, gradients, share, manager));
  }

  private static NDArray of(Map<String, NDArray> arrays, String name) {
    NDArray array = arrays.get(name);
    if (array == null) {
      throw new IllegalStateException("nothing is known of '" + name + "'");
    }
    return array;
  }

  private void adam(String name, NDArray gradient, float speed, NDManager manager) {
    NDArray mean = of(memory, "mean " + name);
    NDArray square = of(memory, "square " + name);
    mean.muli(MEAN).addi(gradient.mul(1 - MEAN));
    square.muli(SQUARE).addi(gradient.square().mul(1 - SQUARE));
    float unbiasedMean = (float) (1 - Math.pow(MEAN, steps));
    float unbiasedSquare = (float) (1 - Math.pow(SQUARE, steps));
    NDArray root = temporary(square.div(unbiasedSquare), manager).sqrt().add(TINY);
    NDArray update = temporary(mean.mul(speed / unbiasedMean), manager).div(root);
    of(parameters.arrays(), name).subi(update);
  }

  private void muon(
      Shape shape,
      List<String> names,
      Map<String, NDArray> gradients,
      double share,
      NDManager manager) {
    NDList parts = new NDList();
    names.forEach(name -> parts.add(of(gradients, name)));
    NDArray gradient = NDArrays.stack(parts);
    NDArray momentum = of(memory, "momentum " + shape);
    momentum.muli(MOMENTUM).addi(gradient);
    NDArray direction = gradient.add(temporary(momentum.mul(MOMENTUM), manager));
    NDArray update = orthogonal(direction);
    double speed = matrixRate * share;
    double tall = Math.sqrt(Math.max(1, (double) shape.get(0) / shape.get(1)));
    NDArray scaled = update.mul((float) (speed * tall));
    for (int i = 0; i < names.size(); i++) {
      NDArray matrix = of(parameters.arrays(), names.get(i));
      matrix.muli((float) (1 - DECAY * speed)).subi(scaled.get(i));
    }
  }

  /** Matrices [N, rows, columns] with their singular values brought near 1. */
  private static NDArray orthogonal(NDArray matrices) {
    Shape shape = matrices.getShape();
    boolean tall = shape.get(1) > shape.get(2);
    NDArray norm = matrices.square().sum(new int[] {1, 2}, true).sqrt().add(1e-7f);
    NDArray x = matrices.div(norm);
    if (tall) {
      x = x.transpose(0, 2, 1);
    }
    for (int i = 0; i < 5; i++) {
      NDArray square = x.matMul(x.transpose(0, 2, 1));
      NDArray inner = square.mul(-4.7750f).add(square.matMul(square).mul(2.0315f));
      x = x.mul(3.4445f).add(inner.matMul(x));
    }
    return tall ? x.transpose(0, 2, 1) : x;
  }

  /** A result belongs to its first operand's manager, which here would be the memory's. */
  private static NDArray temporary(NDArray array, NDManager manager) {
    array.attach(manager);
    return array;
  }
}
