package dev.carryover.studies.instrument;

import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The texts at which a planted fault strikes: events that a writer leaves out, questions that a
 * memory or a reader fails. Kept as the SHA-256 of each, one a line, sorted.
 */
final class PlantedTexts {
  private static final String OF = "of";
  private static final String PATH = "path";

  private final Set<String> hashes;
  private final String digest;

  private PlantedTexts(Set<String> hashes) {
    this.hashes = Set.copyOf(hashes);
    this.digest = sha256(String.join("\n", new TreeSet<>(hashes)));
  }

  /** The settings of a part with planted faults. */
  static List<Parameter> parameters() {
    return List.of(
        new Parameter(OF, "", "name of the built-in model that it stands in for"),
        new Parameter(
            PATH, "", "file with the SHA-256 of each text at which it fails, one a line"));
  }

  /** Writes the file that {@link #named} reads, as a whole. */
  static void write(Path file, Collection<String> texts) {
    try {
      Files.write(file, texts.stream().map(PlantedTexts::sha256).distinct().sorted().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written: " + e, e);
    }
  }

  /** How many texts a file names that {@link #write} wrote. */
  static int count(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read: " + e, e);
    }
  }

  /**
   * Those that settings name.
   *
   * @throws SettingException if there is no such file, or a line of it is no SHA-256
   */
  static PlantedTexts named(Settings settings) {
    String path = required(settings, PATH);
    try {
      List<String> lines = Files.readAllLines(Path.of(path));
      for (String line : lines) {
        if (!line.matches("[0-9a-f]{64}")) {
          throw new SettingException(
              PATH,
              "'%s' holds '%s', which is no SHA-256".formatted(path, line),
              "give a file with one SHA-256 in hex digits a line");
        }
      }
      return new PlantedTexts(Set.copyOf(new TreeSet<>(lines)));
    } catch (IOException e) {
      throw new SettingException(
          PATH, "'" + path + "' cannot be read: " + e, "give a file with one SHA-256 a line");
    }
  }

  /**
   * Name of the built-in model.
   *
   * @throws SettingException if none is given
   */
  static String inner(Settings settings) {
    return required(settings, OF);
  }

  private static String required(Settings settings, String key) {
    return settings
        .text(key)
        .orElseThrow(
            () ->
                new SettingException(
                    key,
                    "'" + key + "' is missing",
                    "give it; "
                        + parameters().stream()
                            .map(Parameter::name)
                            .collect(Collectors.joining(" and "))
                        + " have no default"));
  }

  boolean hold(String text) {
    return hashes.contains(sha256(text));
  }

  /** Changes when any of the texts does. */
  String digest() {
    return digest;
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
