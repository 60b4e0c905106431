package dev.carryover.cli.local;

import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * A llama.cpp server with one model, in a process of its own that ends with this one. What the
 * server complains of goes to standard error.
 */
public final class ModelServer implements AutoCloseable {
  private static final String SCRIPT = "serve.py";
  private static final int HEALTHY_SECONDS = 300;
  private static final int END_SECONDS = 10;

  private final Process process;
  private final String address;
  private volatile boolean closing;

  private ModelServer(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /**
   * Starts a server and waits until it is healthy.
   *
   * @param folder holds the model, which is checked before
   * @throws SettingException if the model was not pulled
   * @throws ServiceException if it is damaged, or the server does not start
   */
  public static ModelServer start(ModelFolder folder, LocalModel model, Settings settings) {
    folder.check(model);
    try {
      Path slots =
          Files.createDirectories(
              settings
                  .slots()
                  .orElseGet(() -> folder.file(model).resolveSibling("slots"))
                  .toAbsolutePath());
      Process process =
          new ProcessBuilder(
                  folder.python().interpreter().toString(),
                  "-c",
                  script(),
                  folder.file(model).toAbsolutePath().toString(),
                  model.name(),
                  Integer.toString(settings.port()),
                  Integer.toString(settings.context()),
                  Integer.toString(settings.parallel()),
                  Integer.toString(settings.threads().orElse(-1)),
                  slots.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try {
        return new ModelServer(process, address(process)).whenHealthy();
      } catch (RuntimeException e) {
        process.destroyForcibly();
        throw e;
      }
    } catch (IOException e) {
      throw new ServiceException("the server cannot be started: " + e, e);
    }
  }

  /** Where it listens, such as {@code http://127.0.0.1:8080}. */
  public String address() {
    return address;
  }

  /**
   * Waits until the server is closed.
   *
   * @throws ServiceException if it ends by itself
   */
  public void await() {
    int code = process.onExit().join().exitValue();
    if (!closing) {
      throw new ServiceException("the server ended by itself, with exit code " + code);
    }
  }

  /** Ends the server. */
  @Override
  public void close() {
    closing = true;
    try {
      process.getOutputStream().close();
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static String address(Process process) throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    return Optional.ofNullable(out.readLine())
        .orElseThrow(
            () ->
                new ServiceException(
                    "the server did not start (exit code %d); its own words are above; is the port"
                            .formatted(process.onExit().join().exitValue())
                        + " taken?"));
  }

  private ModelServer whenHealthy() throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(HEALTHY_SECONDS);
    while (!isHealthy()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        throw new ServiceException("the server at " + address + " does not become healthy");
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServiceException("interrupted", e);
      }
    }
    return this;
  }

  private boolean isHealthy() throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(address + "/health").toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(5_000);
    connection.setReadTimeout(5_000);
    try {
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      return false;
    } finally {
      connection.disconnect();
    }
  }

  private static String script() throws IOException {
    try (InputStream in = ModelServer.class.getResourceAsStream(SCRIPT)) {
      return new String(Objects.requireNonNull(in, SCRIPT).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * How a model is served.
   *
   * @param port 0 for a free one
   * @param context tokens of one request with its answer
   * @param parallel requests at the same time
   * @param threads of the processor; empty for the server's own choice
   * @param slots the folder of the caches that it saves; beside the model where none is given
   */
  public record Settings(
      int port, int context, int parallel, OptionalInt threads, Optional<Path> slots) {
    public Settings {
      Objects.requireNonNull(threads, "threads");
      Objects.requireNonNull(slots, "slots");
    }
  }
}
