package dev.carryover.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Runs the command inside this process, as a user would type it. */
final class CommandRuns {
  private CommandRuns() {}

  /** What came of it. */
  record Said(int code, String out, String err) {
    String lastOfErr() {
      return err.strip().lines().reduce("", (before, line) -> line);
    }
  }

  static Said run(Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
    int code =
        Carryover.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
            .execute(words);
    return new Said(code, out.toString(), err.toString());
  }

  static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Files below a folder, relative to it, in order; none where there is no folder. */
  static List<String> files(Path folder) {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths
          .filter(Files::isRegularFile)
          .map(path -> folder.relativize(path).toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
