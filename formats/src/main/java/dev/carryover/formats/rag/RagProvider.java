package dev.carryover.formats.rag;

import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Settings;
import java.util.List;

/**
 * Makes {@code rag}: chunks of whole events with their vectors, of which those closest to a
 * question are read. Settings: {@code chunk}, {@code k}, {@code index}, {@code ef}.
 */
public final class RagProvider implements MemoryFormatProvider {
  static final String NAME = "rag";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "chunks of whole events and their vectors; the reader is given the closest";
  }

  @Override
  public List<Parameter> parameters() {
    return RagSettings.PARAMETERS;
  }

  @Override
  public MemoryFormat create(Settings settings) {
    return new RagFormat(RagSettings.from(settings.onlyKnown(parameters())));
  }
}
