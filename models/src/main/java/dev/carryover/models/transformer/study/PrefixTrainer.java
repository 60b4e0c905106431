package dev.carryover.models.transformer.study;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import dev.carryover.models.transformer.Decoder;
import dev.carryover.models.transformer.Gradients;
import dev.carryover.models.transformer.KeyValues;
import dev.carryover.models.transformer.study.Lesson.Target;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Trains a prefix of keys and values under a frozen decoder. The first column stays as it is: it is
 * where attention goes that means nothing, and without it all answers become one.
 *
 * <p>The loss is the Kullback-Leibler divergence of the prefix's next-token probabilities from the
 * teacher's, over the teacher's most probable tokens and one bucket for all others, the mean over
 * the answers' tokens. Adam, its steps scaled by a schedule, gradients clipped by their norm; a
 * step whose gradient is not finite is skipped.
 *
 * <p>Not safe for use by several threads. Steps of all trainers of a process take turns, since
 * gradients can be collected for one at a time.
 */
public final class PrefixTrainer implements AutoCloseable {
  private static final float LEAST_REST = 1e-6f;

  private final Decoder decoder;
  private final NDManager manager;
  private final int next;
  private final Schedule schedule;
  private final Adam adam;
  private final NDArray frozen;
  private final NDArray trained;
  private int steps;

  /**
   * How the steps are scaled.
   *
   * @param rate the highest learning rate
   * @param steps that are going to be made
   * @param clip the longest gradient, by its Euclidean norm
   */
  public record Schedule(double rate, int steps, double clip) {
    private static final double WARM_UP = 0.05;
    private static final double LAST = 0.05;

    /** The rate of a step, the first being 0: a linear rise, then half a cosine down. */
    double at(int step) {
      double warm = Math.max(1, WARM_UP * steps);
      if (step < warm) {
        return rate * (step + 1) / (warm + 1);
      }
      double done = Math.min(1, (step - warm) / Math.max(1, steps - warm));
      return rate * (LAST + (1 - LAST) * (1 + Math.cos(Math.PI * done)) / 2);
    }
  }

  /**
   * @param parent of all that it holds
   * @param anchor whose first column becomes the prefix's first, [1, …]
   * @param start whose other columns the prefix begins with, [1, …], two columns or more
   * @param next position of the first token after the prefix, which need not be the prefix's length
   */
  public PrefixTrainer(
      Decoder decoder,
      NDManager parent,
      KeyValues anchor,
      KeyValues start,
      int next,
      Schedule schedule) {
    if (start.length() < 2) {
      throw new IllegalArgumentException(
          "a prefix of %d columns has none to train beside the first".formatted(start.length()));
    }
    this.decoder = decoder;
    this.manager = parent.newSubManager();
    this.next = next;
    this.schedule = schedule;
    this.frozen = columns(anchor, ":1");
    this.trained = columns(start, "1:");
    this.adam = new Adam(trained);
  }

  /** Copies of some columns, [2 * layers, G, S, D]: the keys of all layers, then the values. */
  private NDArray columns(KeyValues of, String which) {
    NDList all = new NDList(of.keys());
    all.addAll(of.values());
    NDList some = new NDList();
    all.forEach(each -> some.add(each.get(new NDIndex(":, :, " + which + ", :"))));
    NDArray stacked = NDArrays.concat(some, 0);
    stacked.attach(manager);
    some.close();
    return stacked;
  }

  /**
   * One step on these lessons.
   *
   * @return the loss before the step; empty where the step was skipped
   */
  public OptionalDouble step(List<Lesson> lessons) {
    try (NDManager own = manager.newSubManager()) {
      Graded graded = graded(lessons, own);
      int step = steps++;
      double length = Math.sqrt(graded.gradient().square().sum().getFloat());
      if (!Double.isFinite(length) || !Double.isFinite(graded.loss())) {
        return OptionalDouble.empty();
      }
      if (length > schedule.clip()) {
        graded.gradient().muli(schedule.clip() / length);
      }
      adam.update(graded.gradient(), schedule.at(step));
      return OptionalDouble.of(graded.loss());
    }
  }

  /** The loss on these lessons as the prefix stands. */
  public double loss(List<Lesson> lessons) {
    try (NDManager own = manager.newSubManager()) {
      return loss(trained, lessons, own).getFloat();
    }
  }

  /** The prefix as it stands; the arrays belong to this manager. */
  public KeyValues prefix(NDManager to) {
    return layers(trained, to);
  }

  /** Loss and gradient, [2 * layers, G, S - 1, D], as the prefix stands; both of this manager. */
  Graded graded(List<Lesson> lessons, NDManager own) {
    // a copy takes the gradient, so that none has to be set back to zero
    NDArray leaf = trained.duplicate();
    leaf.attach(own);
    leaf.setRequiresGradient(true);
    return Gradients.collected(
        collector -> {
          NDArray loss = loss(leaf, lessons, own);
          collector.backward(loss);
          NDArray gradient = leaf.getGradient();
          gradient.attach(own);
          return new Graded(loss.getFloat(), gradient);
        });
  }

  record Graded(double loss, NDArray gradient) {}

  private NDArray loss(NDArray prefix, List<Lesson> lessons, NDManager own) {
    List<Target> targets = lessons.stream().flatMap(l -> l.targets().stream()).toList();
    Goal goal = Goal.of(targets, own);
    NDArray logits = Packed.of(lessons).logits(decoder, layers(prefix, own), next, own);
    NDArray told = logits.logSoftmax(-1).gather(goal.tokens(), 1);
    NDArray rest = goal.one().sub(told.exp().sum(new int[] {1})).maximum(goal.least()).log();
    NDArray crossEntropy =
        goal.probabilities().mul(told).sum(new int[] {1}).add(goal.rest().mul(rest)).mean().neg();
    return crossEntropy.sub(goal.entropy());
  }

  private KeyValues layers(NDArray prefix, NDManager to) {
    NDArray all = NDArrays.concat(new NDList(frozen, prefix), 2);
    all.attach(to);
    int layers = decoder.geometry().layers();
    NDList each = all.split(2L * layers, 0);
    return new KeyValues(each.subList(0, layers), each.subList(layers, 2 * layers));
  }

  /** What the teacher expects, as arrays. */
  private record Goal(
      NDArray tokens,
      NDArray probabilities,
      NDArray rest,
      NDArray entropy,
      NDArray one,
      NDArray least) {
    static Goal of(List<Target> targets, NDManager manager) {
      int told = targets.get(0).tokens().length;
      long[] tokens = new long[targets.size() * told];
      float[] probabilities = new float[tokens.length];
      float[] rest = new float[targets.size()];
      double entropy = 0;
      for (int i = 0; i < rest.length; i++) {
        Target target = targets.get(i);
        for (int j = 0; j < told; j++) {
          tokens[i * told + j] = target.tokens()[j];
          probabilities[i * told + j] = target.probabilities()[j];
          entropy -= share(target.probabilities()[j]);
        }
        rest[i] = target.rest();
        entropy -= share(rest[i]);
      }
      Shape shape = new Shape(rest.length, told);
      return new Goal(
          manager.create(tokens, shape),
          manager.create(probabilities, shape),
          manager.create(rest),
          manager.create((float) (entropy / rest.length)),
          manager.create(1f),
          manager.create(LEAST_REST));
    }

    private static double share(float p) {
      return p > 0 ? p * Math.log(p) : 0;
    }
  }

  @Override
  public void close() {
    manager.close();
  }
}
