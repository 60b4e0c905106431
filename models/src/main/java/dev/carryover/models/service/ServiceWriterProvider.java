package dev.carryover.models.service;

import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import dev.carryover.models.prompted.PromptedRoles;
import java.util.List;
import java.util.stream.Stream;

/** Offers the language models of one kind of service as writers, with a prompt. */
public abstract class ServiceWriterProvider implements WriterProvider {
  private final ServiceKind kind;

  private ServiceWriterProvider(ServiceKind kind) {
    this.kind = kind;
  }

  @Override
  public final String name() {
    return kind.stableName();
  }

  @Override
  public final String description() {
    return "a language model of " + kind.words() + " that writes as a prompt tells it";
  }

  @Override
  public final List<Parameter> parameters() {
    return Stream.concat(kind.languageModelParameters().stream(), PromptedRoles.PARAMETERS.stream())
        .toList();
  }

  @Override
  public final WriterModel create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    ServiceModels services = new ServiceModels();
    LanguageModel model = services.languageModel(kind, settings, context);
    WriterModel writer = PromptedRoles.writer(model, settings, context.parallel());
    return services
        .slots(kind, settings, context, model)
        .<WriterModel>map(slots -> new StatefulWriter(writer, slots))
        .orElse(writer);
  }

  /** {@code openai}. */
  public static final class OpenAi extends ServiceWriterProvider {
    public OpenAi() {
      super(ServiceKind.OPENAI);
    }
  }

  /** {@code ollama}. */
  public static final class Ollama extends ServiceWriterProvider {
    public Ollama() {
      super(ServiceKind.OLLAMA);
    }
  }
}
