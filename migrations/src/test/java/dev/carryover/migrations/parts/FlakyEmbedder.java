package dev.carryover.migrations.parts;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** An embedder whose service goes away at every so many calls. */
public final class FlakyEmbedder implements Embedder {
  private static volatile int every;
  private static final AtomicInteger CALLS = new AtomicInteger();
  private static final AtomicInteger OPEN = new AtomicInteger();

  private final Embedder embedder = BagEmbedders.embedder("flaky", BagEmbedders.DIMENSION, 2);

  private FlakyEmbedder() {
    OPEN.incrementAndGet();
  }

  /** Fails at every n-th call from now on; never where n is 0. */
  public static void failEvery(int n) {
    every = n;
    CALLS.set(0);
  }

  /** How many were made and not closed. */
  public static int open() {
    return OPEN.get();
  }

  @Override
  public EmbedderIdentity identity() {
    return embedder.identity();
  }

  @Override
  public List<float[]> embed(List<String> texts, Purpose purpose) {
    if (every > 0 && CALLS.incrementAndGet() % every == 0) {
      throw new ServiceException("the flaky service went away");
    }
    return embedder.embed(texts, purpose);
  }

  @Override
  public void close() {
    OPEN.decrementAndGet();
  }

  /** Makes it. */
  public static final class Provider implements EmbedderProvider {
    @Override
    public String name() {
      return "flaky";
    }

    @Override
    public String description() {
      return "goes away at times, for tests";
    }

    @Override
    public Embedder create(Settings settings, ModelContext context) {
      return new FlakyEmbedder();
    }
  }
}
