package dev.carryover.core.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server with llama.cpp's slots on loopback, for tests, that misbehaves when told to. A token is
 * a character. The model finds codes in its prompt, and talks nonsense where a part of its cache
 * was computed by other weights.
 */
public final class LoopbackSlotServer implements AutoCloseable {
  /** How many tokens it has. */
  public static final int VOCABULARY = 128;

  static {
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern ASKED = Pattern.compile("code of (\\w+)\\?\\s*A:$");

  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<Integer, Cells> slots = new TreeMap<>();
  private final Map<String, ConcurrentLinkedQueue<UnaryOperator<Said>>> coming =
      new ConcurrentHashMap<>();
  private final Map<String, UnaryOperator<Said>> always = new ConcurrentHashMap<>();
  private final List<String> asked = new ArrayList<>();
  private final Optional<Path> folder;
  private String architecture = "loop";
  private String weights = "w1";
  private int contextLimit = 4096;
  private boolean countsReuse = true;
  private Runnable beforeCompletion = () -> {};

  /** A slot's cache: the tokens, and whose it is. */
  private record Cells(List<Integer> tokens, String weights) {
    static final Cells NONE = new Cells(List.of(), "");
  }

  /** An answer as it goes over the wire. */
  public record Said(int status, String body, long delayMillis) {
    /** An error in llama.cpp's form. */
    public static UnaryOperator<Said> status(int status, String message) {
      String body = "{\"error\":{\"code\":%d,\"message\":\"%s\"}}".formatted(status, message);
      return said -> new Said(status, body, 0);
    }

    /** Half of the body, as if it were whole. */
    public static UnaryOperator<Said> cutOff() {
      return said -> new Said(said.status(), said.body().substring(0, said.body().length() / 2), 0);
    }

    /** The same, later. */
    public static UnaryOperator<Said> late(long millis) {
      return said -> new Said(said.status(), said.body(), millis);
    }

    /** The same with another number where a field has one. */
    public static UnaryOperator<Said> with(String field, int number) {
      return said ->
          new Said(
              said.status(),
              said.body().replaceAll("\"" + field + "\":\\d+", "\"" + field + "\":" + number),
              0);
    }

    /** The same under another field's name. */
    public static UnaryOperator<Said> without(String field) {
      return said -> new Said(said.status(), said.body().replace(field, "other"), 0);
    }
  }

  /**
   * @param folder where it saves slots; empty for a server that saves none
   */
  public LoopbackSlotServer(int count, Optional<Path> folder) throws IOException {
    this.folder = folder;
    for (int i = 0; i < count; i++) {
      slots.put(i, Cells.NONE);
    }
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    http.createContext("/", this::serve);
    http.setExecutor(threads);
    http.start();
  }

  /** The address under which its OpenAI-compatible endpoints lie. */
  public String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/v1";
  }

  /** From now on another model is served, under the same name; its slots are empty. */
  public synchronized void startAgain(String otherArchitecture, String otherWeights) {
    architecture = otherArchitecture;
    weights = otherWeights;
    slots.replaceAll((slot, cells) -> Cells.NONE);
  }

  /** What one request may take, in tokens. */
  public synchronized void context(int tokens) {
    contextLimit = tokens;
  }

  /** It computes everything again and says so. */
  public synchronized void reuseNothing() {
    countsReuse = false;
  }

  /** What happens each time before a prompt is gone on from, such as another client's work. */
  public synchronized void beforeCompletion(Runnable event) {
    beforeCompletion = event;
  }

  /** Fills all its slots with another prompt's cache. */
  public synchronized void overwriteSlots(String text) {
    slots.replaceAll((slot, cells) -> new Cells(tokens(text), weights));
  }

  /** The tokens in its slots. */
  public synchronized int held() {
    return slots.values().stream().mapToInt(cells -> cells.tokens().size()).sum();
  }

  /** What it does with the next answer to an action or path. */
  public void next(String what, UnaryOperator<Said> behaviour) {
    coming.computeIfAbsent(what, w -> new ConcurrentLinkedQueue<>()).add(behaviour);
  }

  /** What it does with every answer to it. */
  public void always(String what, UnaryOperator<Said> behaviour) {
    always.put(what, behaviour);
  }

  /** How often it was asked for an action or path. */
  public synchronized long asked(String what) {
    return asked.stream().filter(what::equals).count();
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }

  private void serve(HttpExchange exchange) throws IOException {
    String query = Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse("");
    String path = exchange.getRequestURI().getPath();
    String what = query.isEmpty() ? path : query.replace("action=", "");
    byte[] request = exchange.getRequestBody().readAllBytes();
    JsonNode body = request.length == 0 ? JSON.createObjectNode() : JSON.readTree(request);
    Said plain = answer(what, path, body);
    UnaryOperator<Said> scripted =
        Optional.ofNullable(coming.get(what)).map(ConcurrentLinkedQueue::poll).orElse(null);
    UnaryOperator<Said> rest = always.getOrDefault(what, UnaryOperator.identity());
    Said said = (scripted == null ? rest : scripted).apply(plain);
    try {
      Thread.sleep(said.delayMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    byte[] bytes = said.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(said.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private synchronized Said answer(String what, String path, JsonNode body) throws IOException {
    asked.add(what);
    return switch (what) {
      case "/v1/models" ->
          new Said(
              200,
              "{\"data\":[{\"id\":\"loop\",\"meta\":{\"n_vocab\":%d,\"n_params\":9}}]}"
                  .formatted(VOCABULARY),
              0);
      case "/v1/completions" ->
          new Said(
              200,
              "{\"model\":\"loop\",\"choices\":[{\"text\":\" five\",\"finish_reason\":\"length\",\"logprobs\":{\"content\":[{\"logprob\":%s}]}}]}"
                  .formatted(-Math.floorMod(weights.hashCode(), 40) / 8.0 - 0.25),
              0);
      case "/props" ->
          new Said(
              200,
              "{\"total_slots\":%d,\"default_generation_settings\":{\"n_ctx\":%d}}"
                  .formatted(slots.size(), contextLimit),
              0);
      case "/tokenize" ->
          new Said(200, "{\"tokens\":%s}".formatted(tokens(body.path("content").asText())), 0);
      case "/completion" -> completion(body);
      case "save", "restore", "erase" ->
          act(what, Integer.parseInt(path.replaceAll("\\D", "")), body.path("filename").asText());
      default -> new Said(404, "{}", 0);
    };
  }

  private static List<Integer> tokens(String text) {
    return text.chars().map(c -> c % VOCABULARY).boxed().toList();
  }

  private static String text(List<Integer> tokens) {
    StringBuilder text = new StringBuilder();
    tokens.forEach(token -> text.append((char) token.intValue()));
    return text.toString();
  }

  private Said completion(JsonNode body) {
    beforeCompletion.run();
    List<Integer> prompt = new ArrayList<>();
    body.path("prompt").forEach(id -> prompt.add(id.asInt()));
    int slot = body.path("id_slot").asInt();
    Cells cells = slots.getOrDefault(slot, Cells.NONE);
    int common = 0;
    while (countsReuse
        && common < Math.min(cells.tokens().size(), prompt.size() - 1)
        && cells.tokens().get(common).equals(prompt.get(common))) {
      common++;
    }
    boolean foreign = common > 0 && !cells.weights().equals(weights);
    slots.put(slot, new Cells(List.copyOf(prompt), foreign ? cells.weights() : weights));
    ObjectNode said = JSON.createObjectNode();
    said.put("content", body.path("n_predict").asInt() == 0 ? "" : said(text(prompt), foreign));
    said.put("stop_type", body.path("n_predict").asInt() == 0 ? "limit" : "word");
    said.put("tokens_predicted", 1);
    said.putObject("timings").put("cache_n", common).put("prompt_n", prompt.size() - common);
    if (body.path("n_probs").asInt() > 0) {
      ArrayNode all =
          said.putArray("completion_probabilities").addObject().putArray("top_logprobs");
      for (int id = 0; id < body.path("n_probs").asInt(); id++) {
        all.addObject().put("id", id).put("logprob", foreign ? -5.5 : -4.5 - id / 100.0);
      }
    }
    return new Said(200, said.toString(), 0);
  }

  private static String said(String prompt, boolean foreign) {
    Matcher question = ASKED.matcher(prompt);
    if (foreign || !question.find()) {
      return " zzz";
    }
    Matcher fact = Pattern.compile(question.group(1) + " has code (\\w+)").matcher(prompt);
    return fact.find() ? " " + fact.group(1) : " unknown";
  }

  private Said act(String action, int slot, String file) throws IOException {
    if (folder.isEmpty()) {
      return Said.status(501, "This server does not support slots action.")
          .apply(new Said(0, "", 0));
    }
    int held = slots.getOrDefault(slot, Cells.NONE).tokens().size();
    switch (action) {
      case "erase" -> {
        slots.put(slot, Cells.NONE);
        return new Said(200, "{\"n_erased\":%d}".formatted(held), 0);
      }
      case "save" -> {
        Cells cells = slots.getOrDefault(slot, Cells.NONE);
        String form =
            architecture + "\n" + cells.weights() + "\n" + JSON.writeValueAsString(cells.tokens());
        Files.writeString(folder.get().resolve(file), form);
        return new Said(200, "{\"n_saved\":%d,\"n_written\":%d}".formatted(held, form.length()), 0);
      }
      default -> {
        return restored(slot, folder.get().resolve(file));
      }
    }
  }

  private Said restored(int slot, Path file) {
    try {
      List<String> form = Files.readAllLines(file);
      if (!form.get(0).equals(architecture)) {
        throw new IOException("of another architecture");
      }
      List<Integer> tokens = Arrays.asList(JSON.readValue(form.get(2), Integer[].class));
      slots.put(slot, new Cells(tokens, form.get(1)));
      return new Said(200, "{\"n_restored\":%d}".formatted(tokens.size()), 0);
    } catch (IOException | UncheckedIOException e) {
      return Said.status(400, "Unable to restore slot").apply(new Said(0, "", 0));
    }
  }
}
