package dev.carryover.models.nano;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;

/** Offers the nano models as writers. */
public abstract class NanoWriterProvider implements WriterProvider {
  private final NanoName nano;

  private NanoWriterProvider(NanoName nano) {
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
  public final WriterModel create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    return new NanoWriter(NanoModel.shipped(nano.stableName()));
  }

  /** {@code nano-1}. */
  public static final class Nano1 extends NanoWriterProvider {
    public Nano1() {
      super(NanoName.NANO_1);
    }
  }

  /** {@code nano-1-tuned}. */
  public static final class Nano1Tuned extends NanoWriterProvider {
    public Nano1Tuned() {
      super(NanoName.NANO_1_TUNED);
    }
  }

  /** {@code nano-2}. */
  public static final class Nano2 extends NanoWriterProvider {
    public Nano2() {
      super(NanoName.NANO_2);
    }
  }
}
