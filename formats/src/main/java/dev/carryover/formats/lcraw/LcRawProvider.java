package dev.carryover.formats.lcraw;

import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Settings;

/** Makes {@code lc-raw}: the transcript, kept and read as it is. Takes no settings. */
public final class LcRawProvider implements MemoryFormatProvider {
  static final String NAME = "lc-raw";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "the verbatim transcript; the reader is given all of it";
  }

  @Override
  public MemoryFormat create(Settings settings) {
    settings.onlyKnown(parameters());
    return new LcRawFormat();
  }
}
