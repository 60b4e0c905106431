package dev.carryover.models.service;

import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.prompted.PromptedRoles;
import java.util.List;
import java.util.stream.Stream;

/** Offers the language models of one kind of service as readers, with a prompt. */
public abstract class ServiceReaderProvider implements ReaderProvider {
  private final ServiceKind kind;

  private ServiceReaderProvider(ServiceKind kind) {
    this.kind = kind;
  }

  @Override
  public final String name() {
    return kind.stableName();
  }

  @Override
  public final String description() {
    return "a language model of " + kind.words() + " that reads as a prompt tells it";
  }

  @Override
  public final List<Parameter> parameters() {
    return Stream.concat(kind.languageModelParameters().stream(), PromptedRoles.PARAMETERS.stream())
        .toList();
  }

  @Override
  public final ReaderModel create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    ServiceModels services = new ServiceModels();
    LanguageModel model = services.languageModel(kind, settings, context);
    ReaderModel reader = PromptedRoles.reader(model, settings);
    return services
        .slots(kind, settings, context, model)
        .<ReaderModel>map(slots -> new StatefulReader(reader, slots))
        .orElse(reader);
  }

  /** {@code openai}. */
  public static final class OpenAi extends ServiceReaderProvider {
    public OpenAi() {
      super(ServiceKind.OPENAI);
    }
  }

  /** {@code ollama}. */
  public static final class Ollama extends ServiceReaderProvider {
    public Ollama() {
      super(ServiceKind.OLLAMA);
    }
  }
}
