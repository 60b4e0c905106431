package dev.carryover.benchmarks;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.carryover.models.transformer.Decoder;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.KeyValues;
import dev.carryover.models.transformer.Weights;
import dev.carryover.models.transformer.study.Lesson;
import dev.carryover.models.transformer.study.PrefixTrainer;
import dev.carryover.models.transformer.study.PrefixTrainer.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One step of training a cartridge of 64 positions on 256 tokens, under random weights of the shape
 * of SmolLM2-135M. {@code bench/cartridge_step.py} makes the same step in PyTorch.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1, time = 5)
@Measurement(iterations = 5, time = 5)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
public class CartridgeStep {
  private static final Geometry GEOMETRY =
      new Geometry(30, 576, 9, 3, 64, 1536, 49152, 8192, 100_000, 1e-5, false, true);

  private static final int PREFIX = 64;
  private static final int TOKENS = 256;
  private static final int TOLD = 20;
  private static final int NEXT = 512;

  private NDManager manager;
  private Decoder decoder;
  private PrefixTrainer trainer;
  private List<Lesson> lessons;

  @Setup
  public void makeAModelAndALesson() {
    manager = Hardware.CPU.newManager();
    decoder = new Decoder(GEOMETRY, weights());
    KeyValues start = new KeyValues(columns(), columns());
    trainer =
        new PrefixTrainer(decoder, manager, start, start, NEXT, new Schedule(0.02, 1000, 1));
    lessons = List.of(lesson());
  }

  private NDArray random(long... shape) {
    return manager.randomNormal(0, 0.02f, new Shape(shape), DataType.FLOAT32);
  }

  private List<NDArray> columns() {
    return IntStream.range(0, GEOMETRY.layers())
        .mapToObj(i -> random(1, GEOMETRY.keyValueHeads(), PREFIX, GEOMETRY.headSize()))
        .toList();
  }

  private Weights weights() {
    int width = GEOMETRY.width();
    List<Weights.Layer> layers = new ArrayList<>();
    for (int i = 0; i < GEOMETRY.layers(); i++) {
      layers.add(
          new Weights.Layer(
              manager.ones(new Shape(width)),
              random(GEOMETRY.projected(), width),
              Optional.empty(),
              random(width, (long) GEOMETRY.heads() * GEOMETRY.headSize()),
              manager.ones(new Shape(width)),
              random(2L * GEOMETRY.inner(), width),
              random(width, GEOMETRY.inner())));
    }
    NDArray embedding = random(GEOMETRY.vocabulary(), width);
    return new Weights(embedding, layers, manager.ones(new Shape(width)), embedding);
  }

  private static Lesson lesson() {
    Random random = new Random(1);
    int[] tokens = random.ints(TOKENS, 0, GEOMETRY.vocabulary()).toArray();
    List<Lesson.Target> targets = new ArrayList<>();
    for (int i = 0; i < TOKENS; i++) {
      float[] probabilities = new float[TOLD];
      Arrays.fill(probabilities, 0.04f);
      targets.add(
          new Lesson.Target(
              random.ints(TOLD, 0, GEOMETRY.vocabulary()).toArray(), probabilities));
    }
    return new Lesson(tokens, 0, targets);
  }

  @TearDown
  public void close() {
    trainer.close();
    decoder.close();
    manager.close();
  }

  @Benchmark
  public OptionalDouble step() {
    return trainer.step(lessons);
  }
}
