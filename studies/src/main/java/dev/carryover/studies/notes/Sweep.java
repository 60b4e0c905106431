package dev.carryover.studies.notes;

import dev.carryover.core.Cell;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.FormatChoice;
import dev.carryover.migrations.file.MigrationFile.Side;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.studies.frame.Study.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writers under caps.
 *
 * @param base where everything but writer and cap comes from
 * @param text the migration file; a built-in one where none was given
 * @param points every writer under every cap
 */
record Sweep(MigrationFile base, String text, List<Point> points) {
  private static final String AUTO = "auto";
  private static final String WRITERS = "writers";
  private static final String CAPS = "caps";
  private static final String SWEPT_WRITERS = "swept.writers";
  private static final String SWEPT_CAPS = "swept.caps";
  private static final String NOTES = "notes";

  /** Reads in this process, for nothing; its answers are no figure of this study. */
  private static final String READER = MigrationFileReader.DEFAULT_MODEL;

  static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(
              CAPS,
              "20%,25%,32%,40%,50%,64%,80%",
              "what the notes on a history may take: bytes as in 128KiB, or per cent of its text;"
                  + " the default steps are those from 128 to 160"),
          new Parameter(
              WRITERS,
              AUTO,
              "who writes; auto: those of the migration file, else extractive-1,extractive-2"),
          new Parameter(
              "histories",
              AUTO,
              "a source; auto: that of the migration file, else synthetic:small?count=12"));

  private static final String BUILT_IN =
      """
      name: notes-budget
      histories: synthetic:small?count=12&seed=%d
      formats: [notes]
      old: {model: extractive-1}
      new: {model: extractive-2}
      """;

  Sweep {
    points = List.copyOf(points);
  }

  /**
   * A writer under a cap.
   *
   * @param number from 1
   * @param cap as the format writes it
   */
  record Point(int number, String writer, String cap) {
    /** The folder of its run, under the study's. */
    Path folder(Path study) {
      String name = (writer + "-" + cap.replace("%", "pct")).replaceAll("[^A-Za-z0-9._-]", "_");
      return study.resolve("runs").resolve(String.format(Locale.ROOT, "%02d-%s", number, name));
    }

    @Override
    public String toString() {
      return writer + " under " + cap;
    }
  }

  /**
   * What is asked for.
   *
   * @throws SettingException if a setting cannot be used
   * @throws dev.carryover.migrations.file.ConfigException if the migration file cannot
   */
  static Sweep of(Request request) {
    Settings settings = request.settings();
    String text = request.config().map(Sweep::read).orElse(BUILT_IN.formatted(request.seed()));
    SortedMap<String, String> options = new TreeMap<>();
    options.put("seed", Long.toString(request.seed()));
    String histories = settings.text("histories").orElse(AUTO);
    if (!histories.equals(AUTO)) {
      options.put("histories", histories);
    }
    MigrationFile base =
        MigrationFileReader.read(
            request.config().map(Path::toString).orElse("notes-budget"),
            text.getBytes(StandardCharsets.UTF_8),
            options);
    String named = settings.text(WRITERS).orElse(AUTO);
    List<String> writers =
        named.equals(AUTO)
            ? Stream.of(base.old().writer(), base.next().writer()).distinct().toList()
            : list(WRITERS, named);
    return new Sweep(base, text, points(writers, caps(settings)));
  }

  /** The points of a study that ran, from its settings with the facts. */
  static List<Point> points(Settings settings) {
    return points(
        list(WRITERS, settings.text(SWEPT_WRITERS).orElse("")),
        list(CAPS, settings.text(SWEPT_CAPS).orElse("")));
  }

  /** What the plan rests on beside the settings. */
  SortedMap<String, String> facts() {
    SortedMap<String, String> facts = new TreeMap<>();
    facts.put("migration", text);
    facts.put("swept.histories", base.histories());
    facts.put(SWEPT_WRITERS, joined(points.stream().map(Point::writer)));
    facts.put(SWEPT_CAPS, joined(points.stream().map(Point::cap)));
    return facts;
  }

  private static String joined(Stream<String> names) {
    return String.join(",", names.distinct().toList());
  }

  /** The migration whose old side writes notes under the cap of a point. */
  MigrationFile migration(Point point) {
    SortedMap<String, String> settings = new TreeMap<>();
    base.formats().stream()
        .filter(format -> format.name().equals(NOTES))
        .forEach(format -> settings.putAll(format.settings()));
    settings.put("cap", point.cap());
    Side side = new Side(point.writer(), READER, Cell.NOBODY);
    return base.forTest(
        new MigrationFile.Test(
            "notes-budget",
            base.histories(),
            List.of(new FormatChoice(NOTES, settings, OptionalInt.empty(), Map.of())),
            new MigrationFile.Instrument(0, 0, base.instrument().coverageGate())),
        side,
        side,
        base.seed());
  }

  private static List<Point> points(List<String> writers, List<String> caps) {
    List<Point> points = new ArrayList<>();
    for (String writer : writers) {
      for (String cap : caps) {
        points.add(new Point(points.size() + 1, writer, cap));
      }
    }
    return points;
  }

  /** Each as the format itself writes it. */
  private static List<String> caps(Settings settings) {
    MemoryFormatProvider notes = Plugins.named(MemoryFormatProvider.class, "format", NOTES);
    List<String> caps = new ArrayList<>();
    for (String cap : list(CAPS, settings.text(CAPS).orElse(""))) {
      try {
        caps.add(notes.create(Settings.of(Map.of("cap", cap))).settings().getOrDefault("cap", cap));
      } catch (SettingException e) {
        throw new SettingException(
            CAPS, "'caps' holds '" + cap + "'", "give bytes, such as 128KiB, or 1% to 100%");
      }
    }
    return caps.stream().distinct().toList();
  }

  private static List<String> list(String key, String text) {
    List<String> parts =
        Arrays.stream(text.split(",")).map(String::strip).filter(p -> !p.isEmpty()).toList();
    if (parts.isEmpty()) {
      throw new SettingException(
          key, "'" + key + "' is empty", "give one or more with commas between them");
    }
    return parts;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new SettingException(
          "--config",
          "'" + file + "' cannot be read (" + e.getClass().getSimpleName() + ")",
          "give the path of a migration file in UTF-8");
    }
  }
}
