package dev.carryover.cli.local;

import static dev.carryover.cli.local.Wheels.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.cli.local.ModelServer.Settings;
import dev.carryover.core.spi.ServiceException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that serves, with a small server of Python's own in place of llama.cpp's. */
class ModelServerTest {
  /** Answers every request with what it was told; healthy from the third request on. */
  private static final String SERVER =
      """
      import http.server, json, threading
      from types import SimpleNamespace

      class CommonParams(SimpleNamespace):
          def __init__(self):
              super().__init__(model=SimpleNamespace(), cpuparams=SimpleNamespace(),
                               cpuparams_batch=SimpleNamespace())

      class Server:
          def __init__(self, params):
              asked = []
              class Handler(http.server.BaseHTTPRequestHandler):
                  def do_GET(self):
                      asked.append(self.path)
                      said = json.dumps(params, default=lambda o: sorted(o) if isinstance(o, set)
                                        else vars(o), sort_keys=True).encode()
                      self.send_response(200 if len(asked) > 2 else 503)
                      self.send_header("Content-Length", str(len(said)))
                      self.end_headers()
                      self.wfile.write(said)
                  def log_message(self, *args):
                      pass
              server = http.server.ThreadingHTTPServer((params.hostnames[0], params.port), Handler)
              threading.Thread(target=server.serve_forever, daemon=True).start()
              self.listening_address = "http://127.0.0.1:%d" % server.server_address[1]
      """;

  @TempDir private Path root;
  private ModelFolder models;
  private LocalModel model;

  @BeforeEach
  void pretendThatAModelWasPulled() throws Exception {
    Wheels.assumePython();
    model = new Wheels(root).model("tiny", bytes("weights"));
    models = new ModelFolder(root);
    Files.createDirectories(models.file(model).getParent());
    Files.write(models.file(model), bytes("weights"));
    pythonWith(SERVER);
  }

  @Test
  void aServerIsToldWhatToServeAndAnswersWhenItIsHealthy() throws IOException {
    try (ModelServer server =
        ModelServer.start(
            models, model, new Settings(0, 300, 4, OptionalInt.of(3), Optional.empty()))) {
      assertThat(server.address()).matches("http://127\\.0\\.0\\.1:\\d+");

      String told = get(server.address());

      assertThat(told)
          .contains("\"model\": {\"path\": \"" + models.file(model) + "\"}")
          .contains("\"model_alias\": [\"tiny\"]", "\"n_ctx\": 1200", "\"n_parallel\": 4")
          .contains("\"cpuparams\": {\"n_threads\": 3}", "\"cpuparams_batch\": {\"n_threads\": 3}")
          .contains("\"endpoint_metrics\": true", "\"endpoint_props\": true")
          .contains("\"endpoint_slots\": true")
          .contains("\"slot_save_path\": \"" + root.resolve("tiny/slots") + "/\"");
      assertThat(root.resolve("tiny/slots")).isDirectory();
    }
  }

  @Test
  void savedCachesGoWhereTheyAreToldTo() throws IOException {
    Path slots = root.resolve("elsewhere/slots");
    Settings settings = new Settings(0, 10, 1, OptionalInt.empty(), Optional.of(slots));
    try (ModelServer server = ModelServer.start(models, model, settings)) {
      assertThat(get(server.address())).contains("\"slot_save_path\": \"" + slots + "/\"");
      assertThat(slots).isDirectory();
    }
  }

  @Test
  void aClosedServerIsGone() throws IOException {
    String address;
    try (ModelServer server = start()) {
      address = server.address();
      assertThat(get(address)).isNotEmpty();
    }

    assertThatThrownBy(() -> get(address)).isInstanceOf(IOException.class);
  }

  @Test
  void aPortThatIsTakenIsSaid() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      Settings settings =
          new Settings(taken.getLocalPort(), 10, 1, OptionalInt.empty(), Optional.empty());

      assertThatThrownBy(() -> ModelServer.start(models, model, settings))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("did not start")
          .hasMessageContaining("port");
    }
  }

  @Test
  void aServerThatBreaksIsSaid() throws IOException {
    pythonWith(SERVER + "        threading.Timer(1.5, __import__('os')._exit, [7]).start()\n");
    try (ModelServer server = start()) {
      assertThatThrownBy(server::await)
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("exit code 7");
    }
  }

  /** Serves, prints where, and waits to be killed. */
  static final class Starter {
    private Starter() {}

    public static void main(String[] arguments) throws IOException {
      Path root = Path.of(arguments[0]);
      LocalModel model = new Wheels(root).model("tiny", bytes("weights"));
      ModelServer server =
          ModelServer.start(
              new ModelFolder(root),
              model,
              new Settings(0, 10, 1, OptionalInt.empty(), Optional.empty()));
      System.out.println(server.address());
      server.await();
    }
  }

  @Test
  void aServerIsGoneWhenItsStarterIsKilled() throws Exception {
    Process starter =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Starter.class.getName(),
                root.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      String address = starter.inputReader().readLine();
      assertThat(get(address)).isNotEmpty();
      ProcessHandle server = starter.children().findFirst().orElseThrow();

      starter.destroyForcibly();

      server.onExit().get(60, TimeUnit.SECONDS);
      assertThatThrownBy(() -> get(address)).isInstanceOf(IOException.class);
    } finally {
      starter.destroyForcibly();
    }
  }

  @Test
  void aDamagedModelIsNotServed() throws IOException {
    Files.write(models.file(model), bytes("weighty"));

    assertThatThrownBy(this::start)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(model.sha256());
  }

  private ModelServer start() {
    return ModelServer.start(
        models, model, new Settings(0, 10, 1, OptionalInt.empty(), Optional.empty()));
  }

  private void pythonWith(String module) throws IOException {
    Path modules = Files.createDirectories(root.resolve("modules"));
    Files.writeString(modules.resolve("xllamacpp.py"), module);
    Path bin = Files.createDirectories(root.resolve("python/bin"));
    Path python =
        Files.writeString(
            bin.resolve("python"),
            "#!/bin/sh\nPYTHONDONTWRITEBYTECODE=1 PYTHONPATH='%s' exec python3 \"$@\"\n"
                .formatted(modules));
    Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(root.resolve("python/xllamacpp==2026.10.11549.installed"), "");
  }

  private static String get(String address) throws IOException {
    try (var in = URI.create(address + "/").toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
