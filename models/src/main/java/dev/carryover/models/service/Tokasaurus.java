package dev.carryover.models.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.LanguageModel.Use;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.prompted.PromptedRoles;
import dev.carryover.models.prompted.ReaderPrompt;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A Tokasaurus server that answers after a cartridge, over HTTP. The server puts the question into
 * its model's chat template and reads it right after the cartridge.
 */
public final class Tokasaurus implements AutoCloseable {
  /** Settings beside those of a service and of {@link PromptedRoles#PARAMETERS}. */
  public static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(
              "endpoint",
              "custom",
              "custom for /custom/cartridge/chat/completions, as the server's branch of cartridges"
                  + " has it, or v1 for /v1/cartridge/chat/completions, as its README says"));

  private static final String PATH = "/cartridge/chat/completions";
  private static final String DEFAULT_MODEL = "default";

  private final Service service;
  private final URI uri;
  private final ReaderPrompt prompt;
  private final CallBudget budget;

  private Tokasaurus(Service service, URI uri, ReaderPrompt prompt, CallBudget budget) {
    this.service = service;
    this.uri = uri;
    this.prompt = prompt;
    this.budget = budget;
  }

  /** Where the server finds a cartridge. */
  public enum Source {
    /** In the folder {@code cartridges} beside which it was started. */
    LOCAL,
    /** On the hub of that name. */
    HUGGINGFACE,
    /** Among the runs of Weights and Biases. */
    WANDB
  }

  /**
   * A cartridge as a request names it.
   *
   * @param id never blank
   * @param forceRedownload whether the server fetches it anew; with the first question only
   */
  public record Cartridge(String id, Source source, boolean forceRedownload) {
    public Cartridge {
      if (id.isBlank()) {
        throw new IllegalArgumentException("a cartridge without an id");
      }
      Objects.requireNonNull(source, "source");
    }
  }

  /**
   * The server at {@code url}, without {@code /v1} at its end.
   *
   * @param settings of a service of {@link ServiceKind#OPENAI}, of the reader's prompt and {@link
   *     #PARAMETERS}; others are left
   * @throws SettingException if a setting cannot be used
   */
  public static Tokasaurus at(Settings settings, ModelContext context) {
    ServiceSettings where =
        ServiceSettings.read(ServiceKind.OPENAI, settings, context, System::getenv);
    String endpoint = settings.choice("endpoint", "custom", List.of("custom", "v1"));
    return new Tokasaurus(
        new Service(where),
        where.beside("/" + endpoint + PATH),
        ReaderPrompt.inTwoParts(settings, Use.CHAT),
        context.budget());
  }

  /**
   * A cartridge that answers. Nothing is asked before the first question.
   *
   * @param computedFor the model that it was trained for, which the server cannot tell
   */
  public OpenState open(Cartridge cartridge, ModelIdentity computedFor) {
    return new Served(cartridge, computedFor, new AtomicBoolean(cartridge.forceRedownload()));
  }

  private final class Served implements OpenState {
    private final Cartridge cartridge;
    private final ModelIdentity computedFor;
    private final AtomicBoolean redownload;

    Served(Cartridge cartridge, ModelIdentity computedFor, AtomicBoolean redownload) {
      this.cartridge = cartridge;
      this.computedFor = computedFor;
      this.redownload = redownload;
    }

    @Override
    public ModelIdentity computedFor() {
      return computedFor;
    }

    @Override
    public Reply answer(Question question) {
      String text = prompt.from(question);
      Usage most = new Usage(TokenEstimate.usual(text), prompt.answerTokens());
      byte[] request = Json.bytes(request(text));
      budget.reserve(most);
      Usage used = Usage.NONE;
      try {
        Reply reply =
            service.call(
                () -> reply(service.transport().post(uri, request, service.settings().timeout())));
        used = reply.usage();
        return reply;
      } finally {
        budget.settle(most, used);
      }
    }

    /** Empty: the server tells a few of the likeliest tokens at most. */
    @Override
    public float[] firstToken(Question question) {
      return new float[0];
    }

    private ObjectNode request(String text) {
      ObjectNode request = Json.MAPPER.createObjectNode();
      request.put("model", service.settings().model().orElse(DEFAULT_MODEL));
      request.putArray("messages").addObject().put("role", "user").put("content", text);
      request.put("max_tokens", prompt.answerTokens()).put("temperature", 0);
      request
          .putArray("cartridges")
          .addObject()
          .put("id", cartridge.id())
          .put("source", cartridge.source().name().toLowerCase(Locale.ROOT))
          .put("force_redownload", redownload.getAndSet(false));
      return request;
    }

    @Override
    public void close() {}
  }

  private Reply reply(HttpAnswer answer) {
    JsonNode json = answer.json();
    JsonNode choice = json.path("choices").path(0);
    JsonNode content = choice.path("message").path("content");
    if (!content.isTextual()) {
      throw answer.garbled("no \"choices\" with a message");
    }
    JsonNode usage = json.path("usage");
    return new Reply(
        prompt.answer(content.asText()),
        Protocol.finish(choice.path("finish_reason").asText()),
        new Usage(
            Math.max(0, usage.path("prompt_tokens").asLong()),
            Math.max(0, usage.path("completion_tokens").asLong())));
  }

  @Override
  public void close() {
    service.close();
  }
}
