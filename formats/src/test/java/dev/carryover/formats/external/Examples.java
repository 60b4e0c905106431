package dev.carryover.formats.external;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The examples that users are given, as commands. */
final class Examples {
  private Examples() {}

  static String command(String interpreter, String file) {
    return "%s '%s'".formatted(interpreter, Path.of("..", "examples", file).toAbsolutePath());
  }

  /** Skips the test, with the reason, where there is no Python. */
  static void requirePython() {
    boolean runs;
    try {
      Process python =
          new ProcessBuilder("python3", "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      runs = python.waitFor(20, TimeUnit.SECONDS) && python.exitValue() == 0;
    } catch (IOException e) {
      runs = false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assumeTrue(runs, "python3 is not installed: the example in Python is not tested");
  }

  /** A memory whose own models are called so. */
  static Components players(String writer, String reader) {
    ModelContext context = ModelContext.of(1);
    return new Components(
        Optional.of(
            new ExternalWriterProvider().create(Settings.of(Map.of("name", writer)), context)),
        Optional.of(
            new ExternalReaderProvider().create(Settings.of(Map.of("name", reader)), context)),
        Optional.empty(),
        Optional.empty(),
        Components.NONE.allowances());
  }
}
