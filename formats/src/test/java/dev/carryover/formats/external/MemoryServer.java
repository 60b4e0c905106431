package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** {@link WordMemory} behind a real server on loopback, which can be told to misbehave. */
final class MemoryServer implements AutoCloseable {
  static {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // else each answer takes 40 ms more
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final WordMemory memory = new WordMemory();
  private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
  private final Queue<Fault> greetings = new ConcurrentLinkedQueue<>();
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final Set<InetSocketAddress> clients = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** What happens in place of one answer. */
  interface Fault {
    void act(HttpExchange exchange, JsonNode request) throws IOException, InterruptedException;
  }

  MemoryServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/mem";
  }

  /** The next reads are answered so, one after the other. */
  void next(Fault... next) {
    faults.addAll(List.of(next));
  }

  /** The next greetings are answered so, one after the other. */
  void nextGreetings(Fault... next) {
    greetings.addAll(List.of(next));
  }

  /** Method and path of every request. */
  List<String> log() {
    return List.copyOf(log);
  }

  /** How many connections there were. */
  int connections() {
    return clients.size();
  }

  static Fault status(int status, String body, String... headers) {
    return (exchange, request) -> {
      for (int i = 0; i < headers.length; i += 2) {
        exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
      }
      send(exchange, status, body.getBytes(StandardCharsets.UTF_8));
    };
  }

  static Fault body(String body) {
    return status(200, body);
  }

  static Fault reset() {
    return (exchange, request) -> exchange.close();
  }

  Fault silence() {
    return (exchange, request) -> closed.await();
  }

  /** Headers and half a body, then nothing. */
  Fault stall() {
    return (exchange, request) -> {
      exchange.sendResponseHeaders(200, 100);
      exchange.getResponseBody().write('{');
      exchange.getResponseBody().flush();
      closed.await();
    };
  }

  static Fault endless() {
    return (exchange, request) -> {
      exchange.sendResponseHeaders(200, 0);
      byte[] spaces = new byte[1 << 20];
      Arrays.fill(spaces, (byte) ' ');
      for (int i = 0; i < 200; i++) {
        exchange.getResponseBody().write(spaces);
      }
      exchange.close();
    };
  }

  private void handle(HttpExchange exchange) throws IOException {
    clients.add(exchange.getRemoteAddress());
    log.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath());
    JsonNode request = WordMemory.JSON.readTree(exchange.getRequestBody());
    Fault fault =
        switch (request.get("op").asText()) {
          case "read" -> faults.poll();
          case "hello" -> greetings.poll();
          default -> null;
        };
    try {
      if (fault == null) {
        send(exchange, 200, WordMemory.JSON.writeValueAsBytes(memory.answer(request)));
      } else {
        fault.act(exchange, request);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      send(exchange, 500, String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
