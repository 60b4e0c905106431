package dev.carryover.migrations.file;

import dev.carryover.core.run.RepairedCopy;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A setting as text, with the place where it was given.
 *
 * @param key the setting
 * @param text its value
 * @param where the file with its line, or the option
 */
record Value(String key, String text, String where) {
  private static final String REPAIRED_COPY = "repaired:";

  static Value of(YamlNode node) {
    return new Value(node.name(), node.text(), node.where());
  }

  ConfigException wrong(String remedy) {
    return new ConfigException(where, "'%s' is '%s'".formatted(key, text), remedy);
  }

  /** The folder of a repaired copy, where it names one: under its kind, or alone. */
  Optional<Path> repairedCopy() {
    boolean named = text.startsWith(REPAIRED_COPY);
    try {
      Path folder = Path.of(named ? text.substring(REPAIRED_COPY.length()) : text);
      return named || RepairedCopy.isIn(folder) ? Optional.of(folder) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  double fraction(String remedy) {
    try {
      double value = Double.parseDouble(text);
      if (value > 0 && value < 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number out of range
    }
    throw wrong(remedy);
  }

  double amount(String remedy) {
    try {
      double value = Double.parseDouble(text);
      if (value >= 0 && Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number out of range
    }
    throw wrong(remedy);
  }

  long integer(long least, long most, String remedy) {
    try {
      long value = Long.parseLong(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number out of range
    }
    throw wrong(remedy);
  }

  String oneOf(List<String> allowed) {
    return oneOf(allowed, "");
  }

  /**
   * @param otherwise what else could stand there; may be empty
   */
  String oneOf(List<String> allowed, String otherwise) {
    if (!allowed.contains(text)) {
      throw wrong(
          "choose one of "
              + String.join(", ", allowed)
              + (otherwise.isEmpty() ? "" : ", " + otherwise));
    }
    return text;
  }
}
