package dev.carryover.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A language model that {@code models serve} serves, in a process of its own. */
final class ServedModel implements AutoCloseable {
  private static final Pattern LISTENING =
      Pattern.compile("listening on (http://127\\.0\\.0\\.1:(\\d+)/v1) as (\\S+)");
  private static final Pattern WORKED =
      Pattern.compile(
          "(?m)^llamacpp:(?:prompt_tokens|prompt_tokens_cached|tokens_predicted)_total (\\d+)");

  private final CommandProcess process;
  private final String url;
  private final int port;

  private ServedModel(CommandProcess process, String url, int port) {
    this.process = process;
    this.url = url;
    this.port = port;
  }

  /** Serves a pulled model; waits until it listens. */
  static ServedModel start(Path folder, String name, int port) {
    CommandProcess process =
        CommandProcess.start(
            folder,
            List.of(),
            List.of(),
            Map.of(),
            "models",
            "serve",
            name,
            "--port",
            port,
            // on a busy machine threads wait for each other: two are ten times slower than one
            "--threads",
            1);
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (process.isAlive() && System.nanoTime() < end) {
      Matcher listening = LISTENING.matcher(process.outSoFar());
      if (listening.find()) {
        return new ServedModel(process, listening.group(1), Integer.parseInt(listening.group(2)));
      }
      pause();
    }
    process.kill();
    throw new AssertionError(name + " is not served: " + process.await().err());
  }

  String url() {
    return url;
  }

  int port() {
    return port;
  }

  /** How many tokens it has read and written since its start, by its own count. */
  long tokens() {
    try {
      String told =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(url.replace("/v1", "/metrics")))
                      .timeout(Duration.ofSeconds(30))
                      .build(),
                  BodyHandlers.ofString())
              .body();
      return WORKED.matcher(told).results().mapToLong(r -> Long.parseLong(r.group(1))).sum();
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    process.signal("INT");
    process.await();
  }

  static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
