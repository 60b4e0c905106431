package dev.carryover.models.semantic;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import java.util.List;

/** Makes the writer {@code extractive-2}. */
public final class SemanticWriterProvider implements WriterProvider {
  /** For the service loader. */
  public SemanticWriterProvider() {}

  @Override
  public String name() {
    return SemanticModels.NAME;
  }

  @Override
  public String description() {
    return "notes and the relations of claims by the likeness of sentences, with an embedding model"
        + " of this process; no download";
  }

  @Override
  public List<Parameter> parameters() {
    return SemanticModels.parameters();
  }

  @Override
  public WriterModel create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    return new SemanticWriter(SemanticModels.embedder(settings, context));
  }
}
