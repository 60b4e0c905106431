package dev.carryover.cli.parts;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.BagOfWordsEmbedder;
import java.util.List;

/** Embedders that cost nothing, take their time, hide another's space, or break. */
public final class TestEmbedders {
  private static final int DIMENSION = 256;

  private TestEmbedders() {}

  private abstract static class Named implements EmbedderProvider {
    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String description() {
      return "for tests";
    }
  }

  /** Bag of words. */
  public static final class BagA extends Named {
    public BagA() {
      super("bag-a");
    }

    @Override
    public Embedder create(Settings settings, ModelContext context) {
      return new BagOfWordsEmbedder("bag-a", DIMENSION, 1);
    }
  }

  /** Bag of words in another space. */
  public static final class BagB extends Named {
    public BagB() {
      super("bag-b");
    }

    @Override
    public Embedder create(Settings settings, ModelContext context) {
      return new BagOfWordsEmbedder("bag-b", DIMENSION, 2);
    }
  }

  /** A third space that takes 40 ms for a batch, so that there is time to kill. */
  public static final class SlowBag extends Named {
    public SlowBag() {
      super("slow-bag");
    }

    @Override
    public Embedder create(Settings settings, ModelContext context) {
      return new Through(new BagOfWordsEmbedder("slow-bag", DIMENSION, 3)) {
        @Override
        public List<float[]> embed(List<String> texts, Purpose purpose) {
          try {
            Thread.sleep(40);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return super.embed(texts, purpose);
        }
      };
    }
  }

  /** The quantized e5 under a second name. */
  public static final class Alias extends Named {
    public Alias() {
      super("e5-in-disguise");
    }

    @Override
    public Embedder create(Settings settings, ModelContext context) {
      Embedder e5 =
          Plugins.named(EmbedderProvider.class, "embedder", "e5-small-v2-q")
              .create(settings, context);
      return new Through(e5) {
        @Override
        public EmbedderIdentity identity() {
          return EmbedderIdentity.of(
              "e5-in-disguise", e5.embed(EmbedderIdentity.CANARY_TEXTS, Purpose.DOCUMENT));
        }
      };
    }
  }

  /** Answers for the canary texts, and never again. */
  public static final class Broken extends Named {
    public Broken() {
      super("broken");
    }

    @Override
    public Embedder create(Settings settings, ModelContext context) {
      return new Through(new BagOfWordsEmbedder("broken", DIMENSION, 4)) {
        @Override
        public List<float[]> embed(List<String> texts, Purpose purpose) {
          if (texts.equals(EmbedderIdentity.CANARY_TEXTS)) {
            return super.embed(texts, purpose);
          }
          throw new ServiceException("the service behind 'broken' is away");
        }
      };
    }
  }

  private static class Through implements Embedder {
    private final Embedder embedder;

    Through(Embedder embedder) {
      this.embedder = embedder;
    }

    @Override
    public EmbedderIdentity identity() {
      return embedder.identity();
    }

    @Override
    public List<float[]> embed(List<String> texts, Purpose purpose) {
      return embedder.embed(texts, purpose);
    }

    @Override
    public void close() {
      embedder.close();
    }
  }
}
