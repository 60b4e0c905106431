package dev.carryover.models.reader;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;

/** Makes the reader {@code extractive-1}. */
public final class ExtractiveReaderProvider implements ReaderProvider {
  /** For the service loader. */
  public ExtractiveReaderProvider() {}

  @Override
  public String name() {
    return ExtractiveReader.NAME;
  }

  @Override
  public String description() {
    return "answers code questions by rules over English text; no model, no download";
  }

  @Override
  public ReaderModel create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    return new ExtractiveReader();
  }
}
