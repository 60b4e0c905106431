package dev.carryover.migrations.parts;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.BagOfWordsEmbedder;

/** Bag-of-words embedders by name: two spaces of one dimension, an alias, and a wider one. */
public final class BagEmbedders {
  /** Of every space but the wide one. */
  public static final int DIMENSION = 256;

  private BagEmbedders() {}

  /** The embedder of this name and space. */
  public static Embedder embedder(String name, int dimension, long seed) {
    return new BagOfWordsEmbedder(name, dimension, seed);
  }

  private abstract static class Provider implements EmbedderProvider {
    private final String name;
    private final int dimension;
    private final long seed;

    Provider(String name, int dimension, long seed) {
      this.name = name;
      this.dimension = dimension;
      this.seed = seed;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String description() {
      return "bag of words, for tests";
    }

    @Override
    public Embedder create(Settings settings, ModelContext context) {
      return embedder(name, dimension, seed);
    }
  }

  /** One space. */
  public static final class A extends Provider {
    public A() {
      super("bag-a", DIMENSION, 1);
    }
  }

  /** Another. */
  public static final class B extends Provider {
    public B() {
      super("bag-b", DIMENSION, 2);
    }
  }

  /** The first space under a second name. */
  public static final class AliasOfA extends Provider {
    public AliasOfA() {
      super("bag-a-alias", DIMENSION, 1);
    }
  }

  /** A space of another dimension. */
  public static final class Wide extends Provider {
    public Wide() {
      super("bag-wide", 300, 1);
    }
  }
}
