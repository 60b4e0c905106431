package dev.carryover.studies.swap;

import dev.carryover.core.Seeds;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.FormatChoice;
import dev.carryover.migrations.file.MigrationFile.Instrument;
import dev.carryover.migrations.file.MigrationFile.Side;
import dev.carryover.migrations.file.MigrationFile.Test;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.studies.frame.Study.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which model and which embedder are replaced, on which histories. Studies of one seed and one size
 * evaluate the same histories.
 *
 * @param components names both sides, their services, budgets and formats' settings
 * @param given the migration file as given, by the keys of a run's record
 * @param settings of the study, resolved
 * @param seed of the study
 */
public record Replacement(
    MigrationFile components, SortedMap<String, String> given, Settings settings, long seed) {
  /** Label of the histories that results rest on. */
  public static final String EVALUATION = "evaluation";

  private static final String BUILT_IN = "portability.yaml";
  private static final List<String> SCALES = List.of("small", "paper", "nano");
  private static final int MOST_HISTORIES = 10_000;

  /**
   * The replacement that a request asks for: its migration file's, else the built-in one.
   *
   * @throws ConfigException if the file cannot be read, or does not replace both a writing model
   *     and an embedder
   */
  public static Replacement of(Request request) {
    String name = request.config().map(Path::toString).orElse(BUILT_IN);
    byte[] yaml = request.config().map(Replacement::read).orElseGet(Replacement::builtIn);
    MigrationFile file = MigrationFileReader.read(name, yaml, Map.of());
    if (file.old().writer().equals(file.next().writer())
        || file.old().embedder().equals(file.next().embedder())) {
      throw new ConfigException(
          file.place("new"),
          "the study replaces a model and an embedder, one after the other, and the file does not name both anew",
          "name another model and another embedder under 'new', and write 'combined: true'");
    }
    SortedMap<String, String> given = new TreeMap<>();
    given.put("file", name);
    given.put("text", new String(yaml, StandardCharsets.UTF_8));
    return new Replacement(file, given, request.settings(), request.seed());
  }

  /** The side on which the model alone is still the old one. */
  public Side oldModel() {
    Side old = components.old();
    return new Side(old.writer(), old.reader(), components.next().embedder());
  }

  /**
   * A migration of a study.
   *
   * @param name of the run and of its folder
   * @param histories their source
   * @param formats with the settings that the file gives them, else with their defaults
   */
  public MigrationFile migration(
      String name,
      String histories,
      List<String> formats,
      Instrument instrument,
      Side from,
      Side to) {
    Test test = new Test(name, histories, formats.stream().map(this::choice).toList(), instrument);
    return components.forTest(test, from, to, seed);
  }

  /**
   * The source of histories.
   *
   * @param label histories of two labels have none in common
   * @param key the setting that says how many
   */
  public String histories(String label, String key) {
    return "synthetic:%s?count=%d&seed=%d"
        .formatted(
            settings.choice("scale", SCALES.get(0), SCALES),
            settings.integer(key, 0, 1, MOST_HISTORIES),
            (int) (Seeds.derive(seed, "portability", label) & Integer.MAX_VALUE));
  }

  /** What a plan rests on beside the settings, for the study's record. */
  public SortedMap<String, String> facts() {
    SortedMap<String, String> facts = new TreeMap<>();
    put(facts, "old", components.old());
    put(facts, "new", components.next());
    components.services().forEach((name, service) -> facts.put("services." + name, service.kind()));
    facts.put("histories.evaluation", histories(EVALUATION, "histories"));
    return facts;
  }

  private static void put(SortedMap<String, String> facts, String key, Side side) {
    facts.put(key + ".writer", side.writer());
    facts.put(key + ".reader", side.reader());
    facts.put(key + ".embedder", side.embedder());
  }

  /** A format as the file has it, without its own number of histories; else with its defaults. */
  private FormatChoice choice(String format) {
    return components.formats().stream()
        .filter(choice -> choice.name().equals(format))
        .findFirst()
        .map(c -> new FormatChoice(c.name(), c.settings(), OptionalInt.empty(), c.places()))
        .orElseGet(() -> new FormatChoice(format, new TreeMap<>(), OptionalInt.empty(), Map.of()));
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new ConfigException(
          "--config",
          "'%s' cannot be read (%s)".formatted(file, e.getClass().getSimpleName()),
          "give the path of a migration file, or leave it out for the built-in models");
    }
  }

  private static byte[] builtIn() {
    try (InputStream text =
        Objects.requireNonNull(Replacement.class.getResourceAsStream(BUILT_IN))) {
      return text.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("a part of this build cannot be read: " + e, e);
    }
  }
}
