package dev.carryover.models.transformer.gguf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** A llama.cpp server on loopback, by the environment that {@code carryover models pull} makes. */
final class LlamaServer implements AutoCloseable {
  private static final Path SCRIPT =
      Path.of("../cli/src/main/resources/dev/carryover/cli/local/serve.py");

  private final ObjectMapper mapper = new ObjectMapper();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final String address;

  private LlamaServer(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /** Where models are kept. */
  static Path models() {
    return Optional.ofNullable(System.getenv("CARRYOVER_HOME"))
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "carryover"))
        .resolve("models");
  }

  /** Whether a model can be served. */
  static boolean canServe(Path model) {
    return Files.exists(model) && Files.exists(python()) && Files.exists(SCRIPT);
  }

  private static Path python() {
    return models().resolve("python/bin/python");
  }

  static LlamaServer start(Path model, Path slots) throws IOException {
    List<String> command =
        List.of(
            python().toString(),
            SCRIPT.toString(),
            model.toString(),
            "referee",
            "0",
            "1024",
            "1",
            "1",
            slots.toString());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    var server = new LlamaServer(process, Objects.requireNonNull(out.readLine(), "no address"));
    server.awaitHealth();
    return server;
  }

  private void awaitHealth() throws IOException {
    HttpRequest health = HttpRequest.newBuilder(URI.create(address + "/health")).build();
    for (int i = 0; i < 1200; i++) {
      try {
        if (client.send(health, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
          return;
        }
        Thread.sleep(50);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    throw new IllegalStateException("the server does not become healthy");
  }

  /** The tokens of a text, nothing put before it; names of special tokens are parsed. */
  int[] tokens(String text) throws IOException {
    ObjectNode body = mapper.createObjectNode().put("content", text);
    body.put("add_special", false).put("parse_special", true);
    JsonNode tokens = post("/tokenize", body).get("tokens");
    return IntStream.range(0, tokens.size()).map(i -> tokens.get(i).asInt()).toArray();
  }

  /** The most likely next tokens with their log-probabilities, as the server orders them. */
  List<Likely> next(int[] prompt, int count) throws IOException {
    ObjectNode body = mapper.createObjectNode();
    body.putPOJO("prompt", prompt).put("n_predict", 1).put("n_probs", count);
    body.put("temperature", 0).put("cache_prompt", true);
    List<Likely> likely = new ArrayList<>();
    post("/completion", body)
        .at("/completion_probabilities/0/top_logprobs")
        .forEach(
            entry ->
                likely.add(new Likely(entry.get("id").asInt(), entry.get("logprob").asDouble())));
    return likely;
  }

  private JsonNode post(String path, JsonNode body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .POST(HttpRequest.BodyPublishers.ofString(mapper.writeValueAsString(body)))
            .build();
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(answer.body());
      }
      return mapper.readTree(answer.body());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A token and its log-probability. */
  record Likely(int id, double logProbability) {}

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
  }
}
