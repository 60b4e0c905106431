package dev.carryover.models.semantic;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import java.util.List;

/** Makes the reader {@code extractive-2}. */
public final class SemanticReaderProvider implements ReaderProvider {
  /** For the service loader. */
  public SemanticReaderProvider() {}

  @Override
  public String name() {
    return SemanticReader.NAME;
  }

  @Override
  public String description() {
    return "answers code questions by the likeness of sentences, with an embedding model of this"
        + " process; no download";
  }

  @Override
  public List<Parameter> parameters() {
    return SemanticModels.parameters();
  }

  @Override
  public ReaderModel create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    return new SemanticReader(SemanticModels.embedder(settings, context), Thresholds.CALIBRATED);
  }
}
