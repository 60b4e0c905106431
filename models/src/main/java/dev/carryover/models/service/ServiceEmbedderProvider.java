package dev.carryover.models.service;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import java.util.List;

/** Offers the embedding models of one kind of service. */
public abstract class ServiceEmbedderProvider implements EmbedderProvider {
  private final ServiceKind kind;

  private ServiceEmbedderProvider(ServiceKind kind) {
    this.kind = kind;
  }

  @Override
  public final String name() {
    return kind.stableName();
  }

  @Override
  public final String description() {
    return "an embedding model of " + kind.words();
  }

  @Override
  public final List<Parameter> parameters() {
    return kind.embedderParameters();
  }

  @Override
  public final Embedder create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    return new ServiceModels().embedder(kind, settings, context);
  }

  /** {@code openai}. */
  public static final class OpenAi extends ServiceEmbedderProvider {
    public OpenAi() {
      super(ServiceKind.OPENAI);
    }
  }

  /** {@code ollama}. */
  public static final class Ollama extends ServiceEmbedderProvider {
    public Ollama() {
      super(ServiceKind.OLLAMA);
    }
  }
}
