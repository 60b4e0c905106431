package dev.carryover.core.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carryover.core.testkit.LoopbackBehaviour.End;
import dev.carryover.core.testkit.LoopbackBehaviour.Raw;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/**
 * A language-model and embedding service on loopback, for tests, that misbehaves when told to. It
 * speaks HTTP/1.1 and keeps connections alive. What it serves is a {@link LoopbackService}; what it
 * does with the answers to chat, completion and embedding requests is scripted: {@link #next} for
 * the coming ones, {@link #always} for the rest.
 */
public final class LoopbackModelServer implements AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ServerSocket listener;
  private final Thread accepting;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final List<Request> requests = new ArrayList<>();
  private final Queue<LoopbackBehaviour> coming = new ConcurrentLinkedQueue<>();
  private final Queue<LoopbackBehaviour> comingElsewhere = new ConcurrentLinkedQueue<>();
  private volatile LoopbackBehaviour rest = LoopbackBehaviour.NORMAL;
  private volatile LoopbackService service;
  private int inFlight;
  private int peak;

  /**
   * A request as it came.
   *
   * @param headers by lower-case name
   * @param body decoded as UTF-8
   */
  public record Request(
      String method, String path, SortedMap<String, String> headers, String body) {
    /** The body as JSON; a missing node where there is none. */
    public JsonNode json() {
      try {
        return MAPPER.readTree(body);
      } catch (JsonProcessingException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private LoopbackModelServer(ServerSocket listener, LoopbackService service) {
    this.listener = listener;
    this.service = service;
    this.accepting = daemon("loopback-model-server", this::accept);
  }

  /** Serves this on a free port until it is closed. */
  public static LoopbackModelServer open(LoopbackService service) {
    try {
      ServerSocket listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
      LoopbackModelServer server = new LoopbackModelServer(listener, service);
      server.accepting.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its address without a path. */
  public String root() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  /** The address under which its OpenAI-compatible endpoints lie. */
  public String v1() {
    return root() + "/v1";
  }

  /** From now on it serves this. */
  public void serve(LoopbackService other) {
    service = other;
  }

  /** What it does with the coming answers, one each. */
  public LoopbackModelServer next(LoopbackBehaviour... behaviours) {
    coming.addAll(List.of(behaviours));
    return this;
  }

  /** What it does with the coming requests that ask for no answer, one each. */
  public LoopbackModelServer nextElsewhere(LoopbackBehaviour... behaviours) {
    comingElsewhere.addAll(List.of(behaviours));
    return this;
  }

  /** What it does with every answer that no {@link #next} speaks of. */
  public LoopbackModelServer always(LoopbackBehaviour behaviour) {
    rest = behaviour;
    return this;
  }

  /** Everything asked so far, in the order of arrival. */
  public List<Request> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  /** The requests under a path. */
  public List<Request> requests(String path) {
    return requests().stream().filter(request -> request.path().equals(path)).toList();
  }

  /** The most answers that were under way at one time. */
  public int peakInFlight() {
    synchronized (requests) {
      return peak;
    }
  }

  /** A text as a JSON string. */
  static String quoted(String text) {
    try {
      return MAPPER.writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** When this returns, no connection is taken any more. */
  @Override
  public void close() {
    try {
      listener.close();
      accepting.join();
      for (Socket connection : connections) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket connection = listener.accept();
        connection.setTcpNoDelay(true);
        connections.add(connection);
        daemon("loopback-connection", () -> serve(connection)).start();
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      OutputStream out = connection.getOutputStream();
      boolean open = true;
      while (open) {
        Request request = read(in);
        Raw answer = begin(request);
        try {
          Thread.sleep(answer.delay().toMillis());
        } finally {
          end();
        }
        open = send(answer, connection, out);
      }
    } catch (IOException e) {
      // the client went away, or the server is closed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.remove(connection);
    }
  }

  private Raw begin(Request request) {
    synchronized (requests) {
      requests.add(request);
      inFlight++;
      peak = Math.max(peak, inFlight);
    }
    boolean isAnswer = LoopbackService.isAnswer(request.path());
    LoopbackBehaviour scripted = (isAnswer ? coming : comingElsewhere).poll();
    LoopbackBehaviour otherwise = isAnswer ? rest : LoopbackBehaviour.NORMAL;
    LoopbackBehaviour behaviour = scripted == null ? otherwise : scripted;
    return behaviour.wire().apply(plain(request, behaviour.content()));
  }

  private Raw plain(Request request, UnaryOperator<LoopbackBehaviour.Draft> content) {
    Raw none = new Raw(404, List.of(), new byte[0], Duration.ZERO, End.WHOLE);
    return service
        .refusal(request)
        .map(body -> none.answering(401, body))
        .or(() -> service.answer(request, content).map(body -> none.answering(200, body)))
        .orElseGet(() -> none.answering(404, "{\"detail\":\"Not Found\"}"));
  }

  private void end() {
    synchronized (requests) {
      inFlight--;
    }
  }

  private static boolean send(Raw answer, Socket connection, OutputStream out)
      throws IOException, InterruptedException {
    if (answer.end() == End.RESET) {
      connection.setSoLinger(true, 0);
      return false;
    }
    StringBuilder head = new StringBuilder("HTTP/1.1 " + answer.status() + " Status\r\n");
    head.append("Content-Type: application/json\r\n");
    head.append("Content-Length: ").append(answer.body().length).append("\r\n");
    answer.headers().forEach(line -> head.append(line).append("\r\n"));
    byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    if (answer.end() == End.TRICKLE) {
      out.write(first);
      trickle(answer, out);
      return true;
    }
    boolean whole = answer.end() == End.WHOLE;
    int length = whole ? answer.body().length : answer.body().length / 2;
    byte[] all = new byte[first.length + length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(answer.body(), 0, all, first.length, length);
    out.write(all);
    return whole;
  }

  private static void trickle(Raw answer, OutputStream out)
      throws IOException, InterruptedException {
    for (byte one : answer.body()) {
      Thread.sleep(answer.delay().toMillis());
      out.write(one);
    }
  }

  private static Request read(InputStream in) throws IOException {
    String[] start = line(in).split(" ");
    SortedMap<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new Request(start[0], start[1], headers, body);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the client closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
