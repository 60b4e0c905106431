package dev.carryover.models.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.models.service.AttemptFailure.Kind;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatResponseMetadata;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Chat by a model of LangChain4j. */
final class LangChainChat implements Protocol {
  private final ChatModel model;
  private final Function<Ask, ChatRequestParameters> parameters;

  /**
   * @param model which never tries again on its own
   * @param parameters the settings of a call
   */
  LangChainChat(ChatModel model, Function<Ask, ChatRequestParameters> parameters) {
    this.model = model;
    this.parameters = parameters;
  }

  @Override
  public Said say(Ask ask) {
    List<ChatMessage> turns = new ArrayList<>(2);
    if (!ask.prompt().system().isEmpty()) {
      turns.add(SystemMessage.from(ask.prompt().system()));
    }
    turns.add(UserMessage.from(ask.prompt().user()));
    ChatRequest request =
        ChatRequest.builder().messages(turns).parameters(parameters.apply(ask)).build();
    try {
      return said(model.chat(request));
    } catch (AttemptFailure e) {
      throw e;
    } catch (ContentFilteredException e) {
      String refusal = e.getMessage() == null ? "" : e.getMessage();
      return new Said(
          new Reply(refusal, FinishReason.FILTERED, Usage.NONE),
          Optional.empty(),
          Optional.empty(),
          List.of());
    } catch (RuntimeException e) {
      String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new AttemptFailure(Kind.GARBLED, "it answered with what is no chat answer: " + why);
    }
  }

  private static Said said(ChatResponse response) {
    String text = response.aiMessage().text();
    Reply reply =
        new Reply(
            text == null ? "" : text,
            finish(response.finishReason()),
            usage(response.tokenUsage()));
    Optional<String> fingerprint = Optional.empty();
    List<Double> logProbabilities = List.of();
    if (response.metadata() instanceof OpenAiChatResponseMetadata more) {
      fingerprint = Optional.ofNullable(more.systemFingerprint());
      logProbabilities = logProbabilities(more.rawHttpResponse().body());
    }
    return new Said(
        reply, Optional.ofNullable(response.modelName()), fingerprint, logProbabilities);
  }

  private static FinishReason finish(dev.langchain4j.model.output.@Nullable FinishReason reason) {
    return reason == null ? FinishReason.UNKNOWN : Protocol.finish(reason.name());
  }

  private static Usage usage(@Nullable TokenUsage usage) {
    return usage == null
        ? Usage.NONE
        : new Usage(count(usage.inputTokenCount()), count(usage.outputTokenCount()));
  }

  private static long count(@Nullable Integer tokens) {
    return tokens == null ? 0 : Math.max(0, tokens);
  }

  /** LangChain4j does not read them. Most answers have none, and are not parsed again. */
  private static List<Double> logProbabilities(String body) {
    if (!body.contains("\"logprob\"")) {
      return List.of();
    }
    try {
      List<Double> all = new ArrayList<>();
      JsonNode choice = Json.MAPPER.readTree(body).path("choices").path(0);
      choice
          .path("logprobs")
          .path("content")
          .forEach(token -> all.add(token.path("logprob").asDouble()));
      return all;
    } catch (JsonProcessingException e) {
      return List.of();
    }
  }
}
