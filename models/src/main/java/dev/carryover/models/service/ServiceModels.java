package dev.carryover.models.service;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Use;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.ollama.OllamaChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes models that services run. */
public final class ServiceModels {
  private final Function<String, @Nullable String> environment;

  /** Keys come from this process's environment. */
  public ServiceModels() {
    this(System::getenv);
  }

  /**
   * @param environment from a variable's name to its value, null where it is not set
   */
  public ServiceModels(Function<String, @Nullable String> environment) {
    this.environment = environment;
  }

  /**
   * A language model, its answers kept and its calls charged as the context says. Nothing is sent
   * before it is asked something.
   *
   * @param settings the {@link ServiceKind#languageModelParameters()} are read; others are left
   * @throws SettingException if a setting cannot be used, or the key's variable is not set
   */
  public LanguageModel languageModel(ServiceKind kind, Settings settings, ModelContext context) {
    ServiceSettings where = ServiceSettings.read(kind, settings, context, environment);
    ModelOptions options = ModelOptions.read(kind, settings);
    if (context.dryRun()) {
      return new DryModel(where.model(), options, context.budget());
    }
    Service service = new Service(where);
    Questions questions = new Questions(service);
    SelfDescription self =
        kind == ServiceKind.OPENAI
            ? new OpenAiSelfDescription(service, questions)
            : new OllamaSelfDescription(where, questions, options.context());
    RemoteModel model =
        new RemoteModel(service, protocol(kind, service, options), self, questions, options);
    String way = kind.stableName() + " " + options.constraint();
    return new CachedModel(model, way, context.answers(), context.budget());
  }

  /**
   * The saved caches of the same model, where the setting {@code slots} is true.
   *
   * @param model made with the same settings and context; the caller closes it
   * @throws SettingException if a setting cannot be used
   */
  Optional<SlotModel> slots(
      ServiceKind kind, Settings settings, ModelContext context, LanguageModel model) {
    if (kind != ServiceKind.OPENAI) {
      return Optional.empty();
    }
    ModelOptions use = ModelOptions.read(kind, settings);
    return SlotOptions.read(settings, use, context.budget())
        .map(
            options -> {
              SlotPrompt prompt = new SlotPrompt(settings, use);
              if (context.dryRun()) {
                return new DrySlotStates(model, prompt, context.budget());
              }
              Service service =
                  new Service(ServiceSettings.read(kind, settings, context, environment));
              return new SlotStates(model, new SlotServer(service), prompt, options);
            });
  }

  /**
   * An embedding model.
   *
   * @param settings the {@link ServiceKind#embedderParameters()} are read; others are left
   * @throws SettingException if a setting cannot be used, or the key's variable is not set
   */
  public Embedder embedder(ServiceKind kind, Settings settings, ModelContext context) {
    ServiceSettings where = ServiceSettings.read(kind, settings, context, environment);
    EmbedderOptions options = EmbedderOptions.read(settings);
    if (context.dryRun()) {
      return new DryEmbedder(where.model(), options, context.budget());
    }
    return new RemoteEmbedder(new Service(where), options, context.budget());
  }

  private static Protocol protocol(ServiceKind kind, Service service, ModelOptions options) {
    if (kind == ServiceKind.OPENAI) {
      return options.use() == Use.CHAT
          ? openAiChat(service, options.constraint())
          : new OpenAiCompletion(service.transport(), service.settings(), options.constraint());
    }
    return options.use() == Use.CHAT
        ? ollamaChat(service, options)
        : new OllamaCompletion(
            service.transport(), service.settings(), options.constraint(), options.context());
  }

  private static Protocol openAiChat(Service service, Constraint constraint) {
    OpenAiChatModel model =
        OpenAiChatModel.builder()
            .baseUrl(service.settings().url())
            .maxRetries(0)
            .httpClientBuilder(
                new LangChainHttp(service.transport(), service.settings().timeout(), "choices"))
            .build();
    return new LangChainChat(model, ask -> openAi(ask, constraint));
  }

  private static ChatRequestParameters openAi(Protocol.Ask ask, Constraint constraint) {
    Map<String, Object> more = new HashMap<>();
    int limit = ask.decoding().maxTokens();
    if (ask.logProbabilities()) {
      more.put("logprobs", true);
    }
    if (ask.decoding().form().isPresent()) {
      more.putAll(constraint.fields(ask.decoding().form().get()));
      limit = constraint.limit(limit);
    }
    OpenAiChatRequestParameters.Builder parameters =
        OpenAiChatRequestParameters.builder()
            .modelName(ask.model())
            .temperature(ask.decoding().temperature())
            .maxOutputTokens(limit)
            .customParameters(more);
    ask.seed().ifPresent(parameters::seed);
    List<String> stop = constraint.stop(ask.decoding());
    if (!stop.isEmpty()) {
      parameters.stopSequences(stop);
    }
    return parameters.build();
  }

  private static Protocol ollamaChat(Service service, ModelOptions options) {
    OllamaChatModel model =
        OllamaChatModel.builder()
            .baseUrl(service.settings().url())
            .maxRetries(0)
            .httpClientBuilder(
                new LangChainHttp(service.transport(), service.settings().timeout(), "message"))
            .build();
    return new LangChainChat(model, ask -> ollama(ask, options));
  }

  private static ChatRequestParameters ollama(Protocol.Ask ask, ModelOptions options) {
    OllamaChatRequestParameters.Builder parameters =
        OllamaChatRequestParameters.builder()
            .modelName(ask.model())
            .temperature(ask.decoding().temperature());
    int limit = ask.decoding().maxTokens();
    ask.seed().ifPresent(parameters::seed);
    options.context().ifPresent(parameters::numCtx);
    List<String> stop = options.constraint().stop(ask.decoding());
    if (!stop.isEmpty()) {
      parameters.stopSequences(stop);
    }
    if (ask.decoding().form().isPresent() && options.constraint() == Constraint.RESPONSE_FORMAT) {
      limit = options.constraint().limit(limit);
      parameters.responseFormat(wrapping(ask.decoding().form().get()));
    }
    return parameters.maxOutputTokens(limit).build();
  }

  private static ResponseFormat wrapping(String form) {
    byte[] schema = Json.bytes(Json.MAPPER.valueToTree(Constraint.schema(form)));
    return ResponseFormat.builder()
        .type(ResponseFormatType.JSON)
        .jsonSchema(
            JsonSchema.builder()
                .name("answer")
                .rootElement(JsonRawSchema.from(new String(schema, StandardCharsets.UTF_8)))
                .build())
        .build();
  }
}
