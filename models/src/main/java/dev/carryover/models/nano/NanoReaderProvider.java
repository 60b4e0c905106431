package dev.carryover.models.nano;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.transformer.role.TransformerReader;

/** Offers the nano models as readers. */
public abstract class NanoReaderProvider implements ReaderProvider {
  private final NanoName nano;

  private NanoReaderProvider(NanoName nano) {
    this.nano = nano;
  }

  @Override
  public final String name() {
    return nano.stableName();
  }

  @Override
  public final String description() {
    return nano.words();
  }

  @Override
  public final ReaderModel create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    NanoModel model = NanoModel.shipped(nano.stableName());
    return new TransformerReader(model.model(), model.states(), false);
  }

  /** {@code nano-1}. */
  public static final class Nano1 extends NanoReaderProvider {
    public Nano1() {
      super(NanoName.NANO_1);
    }
  }

  /** {@code nano-1-tuned}. */
  public static final class Nano1Tuned extends NanoReaderProvider {
    public Nano1Tuned() {
      super(NanoName.NANO_1_TUNED);
    }
  }

  /** {@code nano-2}. */
  public static final class Nano2 extends NanoReaderProvider {
    public Nano2() {
      super(NanoName.NANO_2);
    }
  }
}
