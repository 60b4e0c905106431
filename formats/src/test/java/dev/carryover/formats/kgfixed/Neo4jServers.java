package dev.carryover.formats.kgfixed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a real Neo4j server, started in a JVM of its own when the first test asks for it and
 * killed when the last test of the module is over, however it ends.
 */
public final class Neo4jServers implements ParameterResolver {
  private static final Path CLASS_PATH = Path.of("target/neo4j-server.classpath");
  private static final Path SOURCE = Path.of("src/test/neo4j/Neo4jServer.java");
  private static final String PORT = "PORT ";

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RunningServer.class;
  }

  @Override
  public RunningServer resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(Neo4jServers.class))
        .getOrComputeIfAbsent(RunningServer.class, type -> start(), RunningServer.class);
  }

  /**
   * The server.
   *
   * @param uri its Bolt address
   * @param password of the user neo4j
   */
  public record RunningServer(String uri, String password, Process process, Path home)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      process.destroyForcibly();
      try {
        process.waitFor(20, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      try (Stream<Path> files = Files.walk(home)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static RunningServer start() {
    try {
      Path home = Files.createTempDirectory("neo4j-server");
      String password = "a password of the tests";
      Process process =
          new ProcessBuilder(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-Xmx512m",
                      "-XX:+UseSerialGC",
                      "-cp",
                      Files.readString(CLASS_PATH).strip(),
                      SOURCE.toString(),
                      home.toString(),
                      password))
              .redirectError(home.resolve("errors.txt").toFile())
              .start();
      return new RunningServer("bolt://127.0.0.1:" + port(process, home), password, process, home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the server to name its port; a server that ends first fails with its last words. */
  private static String port(Process process, Path home) throws IOException {
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(PORT)) {
        return line.substring(PORT.length());
      }
    }
    throw new IllegalStateException(
        "the Neo4j server did not start: " + Files.readString(home.resolve("errors.txt")));
  }
}
