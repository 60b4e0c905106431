package dev.carryover.models.writer;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;

/** Makes the writer {@code extractive-1}. */
public final class ExtractiveWriterProvider implements WriterProvider {
  /** For the service loader. */
  public ExtractiveWriterProvider() {}

  @Override
  public String name() {
    return ExtractiveWriter.NAME;
  }

  @Override
  public String description() {
    return "notes by the rarity of words, claims by rules over English; no model, no download";
  }

  @Override
  public WriterModel create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    return new ExtractiveWriter();
  }
}
