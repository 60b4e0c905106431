package dev.carryover.models.embedding;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.EmbedderContract;
import java.util.List;
import org.junit.jupiter.api.Nested;

class InProcessEmbeddersContractTest {
  @Nested
  class AllMiniLmL6V2Q extends Contract {
    AllMiniLmL6V2Q() {
      super("all-minilm-l6-v2-q", false);
    }
  }

  @Nested
  class E5SmallV2Q extends Contract {
    E5SmallV2Q() {
      super("e5-small-v2-q", true);
    }
  }

  @Nested
  class BgeSmallEnV15Q extends Contract {
    BgeSmallEnV15Q() {
      super("bge-small-en-v1.5-q", true);
    }
  }

  @Nested
  class AllMiniLmL6V2 extends SlowContract {
    AllMiniLmL6V2() {
      super("all-minilm-l6-v2", false);
    }
  }

  @Nested
  class E5SmallV2 extends SlowContract {
    E5SmallV2() {
      super("e5-small-v2", true);
    }
  }

  @Nested
  class BgeSmallEnV15 extends SlowContract {
    BgeSmallEnV15() {
      super("bge-small-en-v1.5", true);
    }
  }

  /** On all texts. */
  abstract static class Contract extends EmbedderContract {
    private final String name;
    private final boolean purposesDiffer;

    Contract(String name, boolean purposesDiffer) {
      this.name = name;
      this.purposesDiffer = purposesDiffer;
    }

    @Override
    protected Embedder open() {
      return Plugins.named(EmbedderProvider.class, "embedder", name)
          .create(Settings.NONE, ModelContext.of(2));
    }

    @Override
    protected int dimension() {
      return 384;
    }

    @Override
    protected boolean purposesDiffer() {
      return purposesDiffer;
    }
  }

  /** On two texts: weights of 32 bits take several times as long. */
  abstract static class SlowContract extends Contract {
    SlowContract(String name, boolean purposesDiffer) {
      super(name, purposesDiffer);
    }

    @Override
    protected List<String> texts() {
      return super.texts().subList(0, 2);
    }
  }
}
