package dev.carryover.studies.portability;

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
 * Which models, embedders and formats are tested, on which histories.
 *
 * @param components names both sides, their services, budgets and formats' settings
 * @param given the migration file as given, by the keys of a run's record
 * @param settings of the study, resolved
 * @param seed of the study
 */
record Design(
    MigrationFile components, SortedMap<String, String> given, Settings settings, long seed) {
  private static final String BUILT_IN = "portability.yaml";
  private static final List<String> FORMATS =
      List.of(Formats.NOTES, Formats.CLAIMS, Formats.TRANSCRIPT, Formats.RAG);
  private static final List<String> SCALES = List.of("small", "paper", "nano");
  private static final int MOST_HISTORIES = 10_000;

  /**
   * The design that a request asks for.
   *
   * @throws ConfigException if the file cannot be read, or does not replace both a writing model
   *     and an embedder
   */
  static Design of(Request request) {
    String name = request.config().map(Path::toString).orElse(BUILT_IN);
    byte[] yaml = request.config().map(Design::read).orElseGet(Design::builtIn);
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
    return new Design(file, given, request.settings(), request.seed());
  }

  /** The parts to run, in their order. With one reader on both sides E3 is run once. */
  List<Part> parts() {
    return components.old().reader().equals(components.next().reader())
        ? List.of(Part.CALIBRATION, Part.MODEL_SWAP, Part.NEW_READER)
        : List.of(Part.values());
  }

  /** The migration that a part tests. */
  MigrationFile migration(Part part) {
    Side old = components.old();
    Side next = components.next();
    return switch (part) {
      case CALIBRATION, MODEL_SWAP ->
          of(part, FORMATS, new Side(old.writer(), old.reader(), next.embedder()), next);
      case OLD_READER ->
          of(
              part,
              List.of(Formats.RAG),
              old,
              new Side(old.writer(), old.reader(), next.embedder()));
      case NEW_READER ->
          of(
              part,
              List.of(Formats.RAG),
              new Side(next.writer(), next.reader(), old.embedder()),
              next);
    };
  }

  /** What the plan rests on beside the settings, for the study's record. */
  SortedMap<String, String> facts() {
    SortedMap<String, String> facts = new TreeMap<>();
    put(facts, "old", components.old());
    put(facts, "new", components.next());
    components.services().forEach((name, service) -> facts.put("services." + name, service.kind()));
    facts.put("histories.calibration", histories(Part.CALIBRATION));
    facts.put("histories.evaluation", histories(Part.MODEL_SWAP));
    return facts;
  }

  private static void put(SortedMap<String, String> facts, String key, Side side) {
    facts.put(key + ".writer", side.writer());
    facts.put(key + ".reader", side.reader());
    facts.put(key + ".embedder", side.embedder());
  }

  private MigrationFile of(Part part, List<String> formats, Side from, Side to) {
    Test test =
        new Test(
            part.folder(),
            histories(part),
            formats.stream().map(this::choice).toList(),
            instrument(part));
    return components.forTest(test, from, to, seed);
  }

  /** The measure is checked on all calibration histories, and noise where the model is replaced. */
  private Instrument instrument(Part part) {
    Instrument asked = components.instrument();
    return switch (part) {
      case CALIBRATION -> new Instrument(MOST_HISTORIES, 0, asked.coverageGate());
      case MODEL_SWAP -> new Instrument(0, asked.noise(), asked.coverageGate());
      case OLD_READER, NEW_READER -> new Instrument(0, 0, asked.coverageGate());
    };
  }

  private String histories(Part part) {
    String key = part == Part.CALIBRATION ? "calibration" : "histories";
    return "synthetic:%s?count=%d&seed=%d"
        .formatted(
            settings.choice("scale", SCALES.get(0), SCALES),
            settings.integer(key, 0, 1, MOST_HISTORIES),
            historySeed(part));
  }

  /** Calibration histories share none with those that are evaluated. */
  private int historySeed(Part part) {
    String label = part == Part.CALIBRATION ? "calibration" : "evaluation";
    return (int) (Seeds.derive(seed, "portability", label) & Integer.MAX_VALUE);
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
    try (InputStream text = Objects.requireNonNull(Design.class.getResourceAsStream(BUILT_IN))) {
      return text.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("a part of this build cannot be read: " + e, e);
    }
  }
}
