package dev.carryover.cli.local;

import dev.carryover.core.spi.ServiceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A Python of our own with the package that serves models. Packages come by pip, from where pip is
 * configured to take them.
 */
final class PythonEnvironment {
  private static final String SERVER = "xllamacpp==2026.10.11549";
  private static final String INSTALL =
      "install Python 3.10 or newer with its venv module, such as 'apt install python3-venv'";
  private static final int LAST_WORDS = 5;

  private final Path folder;
  private final Map<String, String> variables;

  /**
   * The environment in a folder, which need not be there yet.
   *
   * @param variables set for pip beside those of this process
   */
  PythonEnvironment(Path folder, Map<String, String> variables) {
    this.folder = folder.toAbsolutePath();
    this.variables = Map.copyOf(variables);
  }

  /** Whether it is there, whole. */
  boolean isReady() {
    return Files.exists(finished()) && Files.isExecutable(interpreter());
  }

  /** Its Python. */
  Path interpreter() {
    return folder.resolve("bin").resolve("python");
  }

  /**
   * Makes it, unless it is there.
   *
   * @throws ServiceException if there is no Python, no venv module, or pip cannot get the package
   */
  void prepare(Consumer<String> progress) {
    if (isReady()) {
      return;
    }
    progress.accept("making a Python environment in " + folder);
    Ran modules = run(List.of("python3", "-c", "import venv, ensurepip"));
    if (modules.code() != 0) {
      throw new ServiceException(
          "python3 has no venv module (%s); %s".formatted(modules.lastWords(), INSTALL));
    }
    Ran made = run(List.of("python3", "-m", "venv", "--clear", folder.toString()));
    if (made.code() != 0) {
      throw new ServiceException(
          "python3 makes no environment in %s: %s; %s"
              .formatted(folder, made.lastWords(), INSTALL));
    }
    progress.accept("installing " + SERVER + " (MIT), the server");
    pip(SERVER, List.of("install", "--no-deps"));
    try {
      Files.createFile(finished());
    } catch (IOException e) {
      throw new ServiceException(folder + " cannot be written: " + e, e);
    }
  }

  /**
   * Fetches the wheel of a package, and nothing that it depends on.
   *
   * @param into an empty folder
   */
  Path download(String requirement, Path into) throws IOException {
    pip(requirement, List.of("download", "--no-deps", "--no-cache-dir", "--dest", into.toString()));
    try (Stream<Path> files = Files.list(into)) {
      return files
          .filter(file -> file.toString().endsWith(".whl"))
          .findFirst()
          .orElseThrow(() -> new ServiceException("pip gave no wheel of " + requirement));
    }
  }

  private void pip(String requirement, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(interpreter().toString(), "-m", "pip"));
    command.addAll(arguments);
    command.addAll(List.of("--quiet", "--only-binary", ":all:", requirement));
    Ran ran = run(command);
    if (ran.code() != 0) {
      throw new ServiceException(
          ("pip cannot get %s; it says: %s; see where it looks with 'pip config list', and that"
                  + " place can be reached from here")
              .formatted(requirement, ran.lastWords()));
    }
  }

  private Path finished() {
    return folder.resolve(SERVER + ".installed");
  }

  private Ran run(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    builder.environment().putAll(variables);
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new ServiceException(
          "%s cannot be run (%s); %s".formatted(command.get(0), e.getMessage(), INSTALL), e);
    }
    try {
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ran(process.waitFor(), output);
    } catch (IOException e) {
      throw new ServiceException(command.get(0) + " broke off: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted", e);
    } finally {
      process.destroy();
    }
  }

  /** How a process ended, and what it printed. */
  private record Ran(int code, String output) {
    String lastWords() {
      List<String> lines = output.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
      return lines.isEmpty()
          ? "exit code " + code
          : String.join(" / ", lines.subList(Math.max(0, lines.size() - LAST_WORDS), lines.size()));
    }
  }
}
