package dev.carryover.benchmarks;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.SpaceAdapter;
import dev.carryover.core.spi.SpaceAdapterFitter;
import dev.carryover.core.spi.SpaceAdapterFitter.Pairs;
import dev.carryover.repair.adapter.LowRankAffine;
import dev.carryover.repair.adapter.Procrustes;
import dev.carryover.repair.adapter.Ridge;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Adapters between two spaces of 384 dimensions: fitted on 5,000 pairs, applied to one vector. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class Adapters {
  private static final int PAIRS = 5_000;
  private static final int DIMENSION = 384;
  private static final long SEED = 7;

  private final Pairs pairs =
      new Pairs(space("new"), space("old"), vectors(new Random(1)), vectors(new Random(2)));
  private final SpaceAdapter adapter = fit(new Procrustes());
  private int next;

  /** A rotation. */
  @Benchmark
  public SpaceAdapter fitProcrustes() {
    return fit(new Procrustes());
  }

  /** An affine map, nine penalties tried. */
  @Benchmark
  public SpaceAdapter fitRidge() {
    return fit(new Ridge());
  }

  /** The same, and ten ranks tried. */
  @Benchmark
  public SpaceAdapter fitLowRankAffine() {
    return fit(new LowRankAffine());
  }

  /** One question's vector. */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  public float[] apply() {
    next = (next + 1) % PAIRS;
    return adapter.apply(pairs.sources().get(next));
  }

  private SpaceAdapter fit(SpaceAdapterFitter fitter) {
    return fitter.fit(pairs, SEED);
  }

  private static EmbedderIdentity space(String name) {
    return new EmbedderIdentity(name, DIMENSION, name);
  }

  private static List<float[]> vectors(Random random) {
    List<float[]> vectors = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      float[] vector = new float[DIMENSION];
      for (int d = 0; d < DIMENSION; d++) {
        vector[d] = (float) random.nextGaussian() / 20;
      }
      vectors.add(vector);
    }
    return vectors;
  }
}
