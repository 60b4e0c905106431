package dev.carryover.models.embedding;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.Settings;

/**
 * Offers one embedding model that runs in this process, with no network and no settings. Loading
 * takes about half a second for a quantized model, a few for the others.
 */
public abstract class InProcessEmbedderProvider implements EmbedderProvider {
  private final OnnxModel model;

  private InProcessEmbedderProvider(OnnxModel model) {
    this.model = model;
  }

  @Override
  public final String name() {
    return model.stableName();
  }

  @Override
  public final String description() {
    return "%d dimensions, %s, English, reads the first %d tokens of a text; runs in this process"
        .formatted(
            OnnxModel.DIMENSION,
            model.quantized() ? "8-bit weights" : "32-bit weights",
            model.maxTokens());
  }

  /**
   * {@inheritDoc}
   *
   * @throws ServiceException if the model or a native library cannot be loaded
   */
  @Override
  public final Embedder create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    return new OnnxEmbedder(model, context.parallel());
  }

  /** {@code all-minilm-l6-v2}. */
  public static final class AllMiniLmL6V2 extends InProcessEmbedderProvider {
    public AllMiniLmL6V2() {
      super(OnnxModel.ALL_MINILM_L6_V2);
    }
  }

  /** {@code all-minilm-l6-v2-q}. */
  public static final class AllMiniLmL6V2Q extends InProcessEmbedderProvider {
    public AllMiniLmL6V2Q() {
      super(OnnxModel.ALL_MINILM_L6_V2_Q);
    }
  }

  /** {@code e5-small-v2}. */
  public static final class E5SmallV2 extends InProcessEmbedderProvider {
    public E5SmallV2() {
      super(OnnxModel.E5_SMALL_V2);
    }
  }

  /** {@code e5-small-v2-q}. */
  public static final class E5SmallV2Q extends InProcessEmbedderProvider {
    public E5SmallV2Q() {
      super(OnnxModel.E5_SMALL_V2_Q);
    }
  }

  /** {@code bge-small-en-v1.5}. */
  public static final class BgeSmallEnV15 extends InProcessEmbedderProvider {
    public BgeSmallEnV15() {
      super(OnnxModel.BGE_SMALL_EN_V1_5);
    }
  }

  /** {@code bge-small-en-v1.5-q}. */
  public static final class BgeSmallEnV15Q extends InProcessEmbedderProvider {
    public BgeSmallEnV15Q() {
      super(OnnxModel.BGE_SMALL_EN_V1_5_Q);
    }
  }
}
