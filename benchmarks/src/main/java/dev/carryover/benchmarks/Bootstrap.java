package dev.carryover.benchmarks;

import dev.carryover.core.stats.BootstrapDistribution;
import dev.carryover.core.stats.Contrast;
import dev.carryover.core.stats.HistoryBootstrap;
import dev.carryover.core.stats.HistoryStatistic;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The history bootstrap: 10,000 resamples of 48 histories, four contrasts. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Bootstrap {
  private static final int HISTORIES = 48;

  private final List<Contrast> contrasts = new ArrayList<>();

  @Setup
  public void contrasts() {
    SplittableRandom random = new SplittableRandom(7);
    for (int c = 0; c < 4; c++) {
      double[] losses = random.doubles(HISTORIES, -0.1, 0.2).toArray();
      contrasts.add(
          new Contrast(
              "contrast " + c,
              DoubleStream.of(losses).average().orElseThrow(),
              HistoryStatistic.mean(losses)));
    }
  }

  @Benchmark
  public List<BootstrapDistribution> resample() {
    return HistoryBootstrap.resample(HISTORIES, contrasts, 7);
  }
}
