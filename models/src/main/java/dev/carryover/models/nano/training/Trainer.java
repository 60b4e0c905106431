package dev.carryover.models.nano.training;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.nano.NanoGrammar;
import dev.carryover.models.nano.NanoVocabulary;
import dev.carryover.models.nano.training.Lessons.Lesson;
import dev.carryover.models.transformer.Decoder;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.Gradients;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.KeyValues;
import dev.carryover.models.transformer.Threads;
import dev.carryover.models.transformer.Weights;
import dev.carryover.models.transformer.load.HuggingFaceFolder;
import dev.carryover.models.transformer.load.Safetensors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A training in progress. It saves a checkpoint every quarter of a million tokens, and a trainer
 * with the same recipe, lessons and file goes on from there as if nothing had happened.
 */
public final class Trainer implements AutoCloseable {
  private static final long POINT_TOKENS = 250_000;
  private static final int LEAST_POINTS = 8;
  private static final int POINTS_PER_EXAM = 4;
  private static final double LONGEST_GRADIENT = 1.0;

  private final Recipe recipe;
  private final NanoVocabulary vocabulary;
  private final Lessons lessons;
  private final Path file;
  private final String training;
  private final NDManager manager;
  private final Parameters parameters;
  private final Optimizer optimizer;
  private final Curriculum curriculum;
  private final Map<Integer, NDArray> masks = new HashMap<>();
  private final Map<String, double[]> losses = new TreeMap<>();
  private Curve curve = new Curve(List.of(), 0);
  private int steps;
  private long tokens;

  /** Hears how a training gets on. */
  public interface Listener {
    /** A point of the curve was reached and the checkpoint written. */
    void reached(Curve.Point point);

    /** It begins, or goes on, after so many tokens. */
    void begins(long tokens);

    /** A new level of the curriculum begins, counted from 1. */
    void level(int level, long tokens);
  }

  /**
   * Begins, or goes on from the checkpoint where there is one.
   *
   * @param from the weights to start from, by name; random ones where there are none
   * @param checkpoint its file
   * @throws IllegalArgumentException where the checkpoint is of another training
   * @throws java.io.UncheckedIOException where it cannot be read
   */
  public Trainer(
      Recipe recipe,
      NanoVocabulary vocabulary,
      Lessons lessons,
      Optional<Map<String, float[]>> from,
      Path checkpoint) {
    this.recipe = recipe;
    this.vocabulary = vocabulary;
    this.lessons = lessons;
    this.file = checkpoint;
    Map<String, float[]> start =
        from.orElseGet(() -> Start.weights(recipe.geometry(), recipe.seed()));
    this.training = fingerprint(recipe, vocabulary, start);
    Optional<Checkpoint> earlier = Checkpoint.read(file);
    earlier.ifPresent(this::requireSameTraining);
    this.manager = Hardware.CPU.newManager();
    this.parameters = new Parameters(recipe.geometry(), start, manager);
    this.optimizer = new Optimizer(parameters, recipe, manager);
    this.curriculum = new Curriculum(recipe.mix(), recipe.wholeCurriculum());
    earlier.ifPresent(this::restore);
  }

  /**
   * The weights of a model in a folder, by name.
   *
   * @throws SourceException if they cannot be read
   * @throws IllegalArgumentException if it is a model of another shape
   */
  public static Map<String, float[]> weights(Path folder, Geometry wanted) {
    Geometry there = HuggingFaceFolder.geometry(folder);
    if (!there.equals(wanted)) {
      throw new IllegalArgumentException(
          "the model in %s has another shape: %s, not %s".formatted(folder, there, wanted));
    }
    Safetensors file = Safetensors.read(folder.resolve("model.safetensors"));
    Map<String, float[]> weights = new LinkedHashMap<>();
    Parameters.shapes(wanted)
        .forEach(
            (name, shape) -> {
              float[] values = new float[(int) shape.size()];
              file.floats(name).get(values);
              weights.put(name, values);
            });
    return weights;
  }

  private static String fingerprint(
      Recipe recipe, NanoVocabulary vocabulary, Map<String, float[]> start) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update((recipe + "\n" + vocabulary.tokens()).getBytes(StandardCharsets.UTF_8));
      for (String name : Parameters.shapes(recipe.geometry()).keySet()) {
        float[] values = start.getOrDefault(name, new float[0]);
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES);
        bytes.asFloatBuffer().put(values);
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private void requireSameTraining(Checkpoint checkpoint) {
    if (!checkpoint.header().training().equals(training)) {
      throw new IllegalArgumentException(
          "the checkpoint %s is of another training; delete it, or write to another folder"
              .formatted(file));
    }
  }

  private void restore(Checkpoint checkpoint) {
    Checkpoint.Header header = checkpoint.header();
    steps = header.steps();
    tokens = header.tokens();
    curve = header.curve();
    curriculum.restore(header.level());
    optimizer.restore(header.updates());
    restore(parameters.arrays(), checkpoint.arrays());
    restore(optimizer.memory(), checkpoint.arrays());
  }

  private void restore(Map<String, NDArray> arrays, Map<String, float[]> saved) {
    arrays.forEach(
        (name, array) -> {
          float[] values = saved.get(name);
          if (values == null || values.length != array.size()) {
            throw new IllegalArgumentException("the checkpoint " + file + " lacks " + name);
          }
          try (NDArray loaded = manager.create(values, array.getShape())) {
            array.muli(0).addi(loaded);
          }
        });
  }

  /**
   * Trains to the end of the recipe.
   *
   * @param exam asked every million tokens, for the curve
   * @throws java.io.UncheckedIOException if a checkpoint cannot be written; the one before stays
   */
  public void train(List<Lesson> exam, Listener listener) {
    // more would be no faster at this size
    Threads.useOne();
    listener.begins(tokens);
    long interval = Math.max(1, Math.min(POINT_TOKENS, recipe.tokens() / LEAST_POINTS));
    while (tokens < recipe.tokens()) {
      long before = tokens / interval;
      step(listener);
      boolean over = tokens >= recipe.tokens();
      if (tokens / interval > before || over) {
        boolean examine = over || tokens / interval % POINTS_PER_EXAM == 0;
        Curve.Point point = point(examine ? accuracy(exam) : Map.of());
        curve = curve.with(point);
        losses.clear();
        save();
        listener.reached(point);
      }
    }
  }

  private void step(Listener listener) {
    double done = (double) tokens / recipe.tokens();
    SplittableRandom random = new SplittableRandom(recipe.seed() * 1_000_003L + steps);
    int number = curriculum.choose(random);
    Batch batch = Batch.of(curriculum.level(number), steps, random, lessons, vocabulary);
    double loss = learn(batch, recipe.schedule(steps, done));
    steps++;
    tokens += batch.ids().length;
    if (Double.isFinite(loss) && curriculum.learnt(number, loss, done)) {
      listener.level(curriculum.state().level() + 1, tokens);
    }
  }

  /** Learns from a batch; its mean loss. */
  private double learn(Batch batch, double share) {
    try (NDManager step = manager.newSubManager()) {
      Weights copies = parameters.copies(step);
      copies.all().values().forEach(copy -> copy.setRequiresGradient(true));
      float[] each =
          Gradients.collected(
              collector -> {
                try (Decoder decoder = new Decoder(recipe.geometry(), copies)) {
                  NDArray loss = loss(decoder, batch, step);
                  collector.backward(loss.mean());
                  return loss.toFloatArray();
                }
              });
      double mean = note(batch, each);
      Map<String, NDArray> gradients = parameters.gradients(copies);
      double length = length(gradients);
      if (!Double.isFinite(length) || !Double.isFinite(mean)) {
        curve = curve.withSkipped();
        return Double.NaN;
      }
      if (length > LONGEST_GRADIENT) {
        float shrink = (float) (LONGEST_GRADIENT / length);
        gradients.values().forEach(gradient -> gradient.muli(shrink));
      }
      optimizer.step(gradients, share, step);
      return mean;
    }
  }

  /** The loss of every answer token, [N, 1]. */
  private NDArray loss(Decoder decoder, Batch batch, NDManager step) {
    NDArray ids = step.create(batch.ids(), new Shape(batch.rows(), batch.width()));
    NDArray mask = masks.computeIfAbsent(batch.width(), width -> decoder.causal(width, 0, manager));
    NDArray hidden =
        decoder
            .read(ids, Examiner.positions(batch.width()), KeyValues.NONE, Optional.of(mask))
            .hidden()
            .reshape((long) batch.rows() * batch.width(), recipe.geometry().width());
    NDArray read = Decoder.rowsOf(hidden, step.create(batch.places()));
    NDArray targets = step.create(batch.targets(), new Shape(batch.targets().length, 1));
    return decoder.logits(read).logSoftmax(-1).gather(targets, 1).neg();
  }

  private static double length(Map<String, NDArray> gradients) {
    double sum = 0;
    for (NDArray gradient : gradients.values()) {
      sum += gradient.square().sum().getFloat();
    }
    return Math.sqrt(sum);
  }

  private double note(Batch batch, float[] each) {
    double sum = 0;
    for (int i = 0; i < each.length; i++) {
      double[] family = losses.computeIfAbsent(batch.families().get(i), key -> new double[2]);
      family[0] += each[i];
      family[1]++;
      sum += each[i];
    }
    return sum / each.length;
  }

  private Curve.Point point(Map<String, Double> accuracy) {
    Map<String, Double> means = new TreeMap<>();
    losses.forEach((family, sum) -> means.put(family, sum[0] / sum[1]));
    return new Curve.Point(tokens, curriculum.state().level() + 1, means, accuracy);
  }

  private Map<String, Double> accuracy(List<Lesson> exam) {
    Map<String, Double> accuracy = new TreeMap<>();
    examine(exam).forEach((family, mark) -> accuracy.put(family, mark.accuracy()));
    return accuracy;
  }

  /** How the weights as they are now answer every question of these lessons. */
  public Map<String, Examiner.Mark> examine(List<Lesson> exam) {
    Threads.useOne();
    try (NDManager own = manager.newSubManager();
        Decoder decoder = new Decoder(recipe.geometry(), parameters.copies(own))) {
      return new Examiner(decoder, vocabulary).examine(exam);
    }
  }

  private void save() {
    Map<String, float[]> arrays = new LinkedHashMap<>(parameters.values());
    optimizer.memory().forEach((name, array) -> arrays.put(name, array.toFloatArray()));
    new Checkpoint(
            new Checkpoint.Header(
                training, steps, optimizer.steps(), tokens, curriculum.state(), curve),
            arrays)
        .write(file);
  }

  /** The fingerprint of recipe, vocabulary and starting weights. */
  public String training() {
    return training;
  }

  /**
   * Writes the model's folder: {@code config.json}, {@code model.safetensors}, {@code
   * tokenizer.json}, {@code nano.json} and the log, and deletes the checkpoint.
   *
   * @param folder exists
   * @param name of the model
   * @param start what the weights were before, in words
   */
  public void write(
      Path folder,
      String name,
      String start,
      NanoGrammar grammar,
      List<TrainingLog.Examination> examinations) {
    try (NDManager own = manager.newSubManager()) {
      HuggingFaceFolder.write(
          folder, recipe.geometry(), parameters.copies(own), Collections.emptySortedMap());
      Files.writeString(folder.resolve("tokenizer.json"), TokenizerFile.of(vocabulary));
      Files.writeString(folder.resolve(NanoGrammar.FILE), grammar.toJson());
      TrainingLog log =
          new TrainingLog(name, training, recipe, start, parameters.size(), curve, examinations);
      Files.writeString(folder.resolve(TrainingLog.FILE), log.toJson());
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("the model cannot be written to " + folder, e);
    }
  }

  @Override
  public void close() {
    manager.close();
  }
}
