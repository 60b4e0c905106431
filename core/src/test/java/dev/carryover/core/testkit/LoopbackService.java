package dev.carryover.core.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.testkit.LoopbackBehaviour.Draft;
import dev.carryover.core.testkit.LoopbackBehaviour.Vector;
import dev.carryover.core.testkit.LoopbackModelServer.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What a {@link LoopbackModelServer} serves: one model that answers from its prompt, and one that
 * embeds by words.
 *
 * @param kind whose endpoints it has
 * @param model the served name
 * @param digest of the weights, where the kind tells one
 * @param contextLimit in tokens, where the kind tells it
 * @param dimension of its vectors
 * @param key the key that it demands; it blurts out a wrong one in its refusal
 * @param answers from the prompt (all turns, a line each) to the answer
 */
public record LoopbackService(
    Kind kind,
    String model,
    String digest,
    int contextLimit,
    int dimension,
    Optional<String> key,
    UnaryOperator<String> answers) {

  /** Whose endpoints a service has. */
  public enum Kind {
    /** Chat completions and nothing else. */
    CHAT_ONLY,
    /** OpenAI's: models, chat, completions, embeddings. */
    OPENAI,
    /** OpenAI's with llama.cpp's properties and tokenizer. */
    LLAMA_CPP,
    /** OpenAI's with vLLM's version and tokenizer. */
    VLLM,
    /** OpenAI's with those of Tokasaurus that answer after cartridges. */
    TOKASAURUS,
    /** Ollama's own. */
    OLLAMA
  }

  /** A service of a kind whose model {@code loop-1} answers {@code 4821} to everything. */
  public static LoopbackService of(Kind kind) {
    return new LoopbackService(kind, "loop-1", "d1", 2048, 8, Optional.empty(), prompt -> "4821");
  }

  /** The same with other answers. */
  public LoopbackService answering(UnaryOperator<String> other) {
    return new LoopbackService(kind, model, digest, contextLimit, dimension, key, other);
  }

  /** The same with another served name. */
  public LoopbackService named(String other) {
    return new LoopbackService(kind, other, digest, contextLimit, dimension, key, answers);
  }

  /** The same with other weights. */
  public LoopbackService weights(String other) {
    return new LoopbackService(kind, model, other, contextLimit, dimension, key, answers);
  }

  /** The same for those who know the key. */
  public LoopbackService demanding(String secret) {
    return new LoopbackService(
        kind, model, digest, contextLimit, dimension, Optional.of(secret), answers);
  }

  static boolean isAnswer(String path) {
    return List.of(
            "/v1/chat/completions",
            "/v1/completions",
            "/v1/embeddings",
            "/v1/cartridge/chat/completions",
            "/custom/cartridge/chat/completions",
            "/api/chat",
            "/api/generate",
            "/api/embed")
        .contains(path);
  }

  Optional<String> refusal(Request request) {
    String given = request.headers().getOrDefault("authorization", "");
    if (key.isEmpty() || given.equals("Bearer " + key.get())) {
      return Optional.empty();
    }
    return Optional.of(
        "{\"error\":{\"message\":%s}}"
            .formatted(LoopbackModelServer.quoted("Incorrect API key provided: " + given)));
  }

  Optional<String> answer(Request request, UnaryOperator<Draft> change) {
    String path = request.path();
    if (path.equals("/v1/chat/completions") && kind != Kind.OLLAMA) {
      return Optional.of(chat(said(request, change), request.json()));
    }
    return switch (kind) {
      case CHAT_ONLY -> Optional.empty();
      case OPENAI -> openAi(request, change);
      case LLAMA_CPP -> openAi(request, change).or(() -> llamaCpp(request));
      case VLLM -> openAi(request, change).or(() -> vllm(request));
      case TOKASAURUS ->
          path.endsWith("/cartridge/chat/completions")
              ? Optional.of(chat(said(request, change), request.json()))
              : openAi(request, change);
      case OLLAMA -> ollama(request, change);
    };
  }

  private Optional<String> openAi(Request request, UnaryOperator<Draft> change) {
    return switch (request.path()) {
      case "/v1/models" ->
          Optional.of(
              "{\"object\":\"list\",\"data\":[{\"id\":%s,\"object\":\"model\"%s}]}"
                  .formatted(quoted(model), more()));
      case "/v1/completions" -> Optional.of(completion(said(request, change), request.json()));
      case "/v1/embeddings" -> Optional.of(embeddings(embedded(request, change)));
      default -> Optional.empty();
    };
  }

  private String more() {
    return switch (kind) {
      case LLAMA_CPP ->
          ",\"meta\":{\"n_vocab\":300,\"n_ctx\":%d,\"n_ctx_train\":8192,\"n_params\":%d,\"size\":9}"
              .formatted(contextLimit, Math.abs(digest.hashCode()));
      case VLLM -> ",\"root\":%s,\"max_model_len\":%d".formatted(quoted(digest), contextLimit);
      default -> "";
    };
  }

  private Optional<String> llamaCpp(Request request) {
    return switch (request.path()) {
      case "/props" ->
          Optional.of(
              "{\"default_generation_settings\":{\"n_ctx\":%d},\"build_info\":\"b1\",\"model_path\":%s,\"chat_template\":\"{{x}}\"}"
                  .formatted(contextLimit, quoted("/models/" + digest)));
      case "/tokenize" ->
          Optional.of("{\"tokens\":%s}".formatted(tokens(request.json().path("content"))));
      default -> Optional.empty();
    };
  }

  private Optional<String> vllm(Request request) {
    return switch (request.path()) {
      case "/version" -> Optional.of("{\"version\":\"0.15.0\"}");
      case "/tokenize" -> {
        List<Integer> tokens = tokens(request.json().path("prompt"));
        yield Optional.of(
            "{\"count\":%d,\"max_model_len\":%d,\"tokens\":%s}"
                .formatted(tokens.size(), contextLimit, tokens));
      }
      default -> Optional.empty();
    };
  }

  private List<Integer> tokens(JsonNode text) {
    return Arrays.stream(text.asText().split("(?<=\\s)"))
        .map(word -> Math.floorMod((digest + word).hashCode(), 300))
        .toList();
  }

  private Optional<String> ollama(Request request, UnaryOperator<Draft> change) {
    return switch (request.path()) {
      case "/api/tags" ->
          Optional.of(
              "{\"models\":[{\"name\":%s,\"model\":%s,\"digest\":%s}]}"
                  .formatted(quoted(model), quoted(model), quoted(digest)));
      case "/api/version" -> Optional.of("{\"version\":\"0.15.1\"}");
      case "/api/show" ->
          Optional.of(
              "{\"details\":{\"family\":\"loop\",\"quantization_level\":\"Q4_0\"},"
                  + "\"model_info\":{\"general.architecture\":\"loop\",\"loop.context_length\":%d}}"
                      .formatted(contextLimit));
      case "/api/chat" ->
          Optional.of(
              ollamaAnswer(
                  said(request, change), "\"message\":{\"role\":\"assistant\",\"content\":%s}"));
      case "/api/generate" -> Optional.of(ollamaAnswer(said(request, change), "\"response\":%s"));
      case "/api/embed" -> {
        Draft draft = embedded(request, change);
        yield Optional.of(
            "{\"model\":%s,\"embeddings\":[%s]}"
                .formatted(
                    quoted(draft.model()),
                    draft.vectors().stream().map(Vector::json).collect(Collectors.joining(","))));
      }
      default -> Optional.empty();
    };
  }

  private static String ollamaAnswer(Draft draft, String form) {
    return "{\"model\":%s,%s,\"done\":true,\"done_reason\":%s,\"prompt_eval_count\":7,\"eval_count\":3}"
        .formatted(
            quoted(draft.model()), form.formatted(quoted(draft.text())), quoted(draft.finish()));
  }

  private Draft said(Request request, UnaryOperator<Draft> change) {
    JsonNode json = request.json();
    List<String> turns = new ArrayList<>();
    json.path("messages").forEach(message -> turns.add(message.path("content").asText()));
    if (json.has("prompt")) {
      turns.add(json.path("prompt").asText());
    }
    String text = answers.apply(String.join("\n", turns));
    return change.apply(new Draft(model, text, "stop", Optional.empty(), List.of()));
  }

  private Draft embedded(Request request, UnaryOperator<Draft> change) {
    JsonNode input = request.json().path("input");
    List<String> texts = new ArrayList<>();
    input.forEach(text -> texts.add(text.asText()));
    if (input.isTextual()) {
      texts.add(input.asText());
    }
    List<float[]> all =
        new BagOfWordsEmbedder(model, dimension, digest.hashCode())
            .embed(texts, Embedder.Purpose.DOCUMENT);
    List<Vector> vectors = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      vectors.add(new Vector(i, Arrays.toString(all.get(i))));
    }
    return change.apply(new Draft(model, "", "stop", Optional.empty(), vectors));
  }

  private static String chat(Draft draft, JsonNode request) {
    String logprobs = request.path("logprobs").asBoolean() ? tokens(draft) : "null";
    return answered(
        draft,
        "chat.completion",
        "{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":%s},\"logprobs\":%s,\"finish_reason\":%s}"
            .formatted(quoted(draft.text()), logprobs, quoted(draft.finish())));
  }

  private static String tokens(Draft draft) {
    return "{\"content\":[{\"token\":%s,\"logprob\":-0.25}]}".formatted(quoted(draft.text()));
  }

  /** llama.cpp gives log-probabilities in the form of chat here too. */
  private String completion(Draft draft, JsonNode request) {
    String ownForm = "{\"tokens\":[%s],\"token_logprobs\":[-0.25]}".formatted(quoted(draft.text()));
    String form = kind == Kind.LLAMA_CPP ? tokens(draft) : ownForm;
    return answered(
        draft,
        "text_completion",
        "{\"index\":0,\"text\":%s,\"logprobs\":%s,\"finish_reason\":%s}"
            .formatted(
                quoted(draft.text()),
                request.has("logprobs") ? form : "null",
                quoted(draft.finish())));
  }

  private static String answered(Draft draft, String object, String choice) {
    return ("{\"id\":\"a1\",\"object\":\"%s\",\"created\":1,\"model\":%s,%s\"choices\":[%s],"
            + "\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,\"total_tokens\":10}}")
        .formatted(
            object,
            quoted(draft.model()),
            draft.fingerprint().map(f -> "\"system_fingerprint\":" + quoted(f) + ",").orElse(""),
            choice);
  }

  private static String embeddings(Draft draft) {
    return "{\"object\":\"list\",\"model\":%s,\"data\":[%s],\"usage\":{\"prompt_tokens\":4,\"total_tokens\":4}}"
        .formatted(
            quoted(draft.model()),
            draft.vectors().stream()
                .map(
                    v ->
                        "{\"object\":\"embedding\",\"index\":%d,\"embedding\":%s}"
                            .formatted(v.index(), v.json()))
                .collect(Collectors.joining(",")));
  }

  private static String quoted(String text) {
    return LoopbackModelServer.quoted(text);
  }
}
