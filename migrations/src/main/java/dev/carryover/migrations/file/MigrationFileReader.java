package dev.carryover.migrations.file;

import dev.carryover.core.Cell;
import dev.carryover.core.spi.Allowances;
import dev.carryover.migrations.file.Candidates.Candidate;
import dev.carryover.migrations.file.MigrationFile.FormatChoice;
import dev.carryover.migrations.file.MigrationFile.Instrument;
import dev.carryover.migrations.file.MigrationFile.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a migration file. Options of the command line take the place of the file's own settings.
 */
public final class MigrationFileReader {
  /** Writes and reads where no model is named: it needs no language model. */
  public static final String DEFAULT_MODEL = "extractive-1";

  private static final String CANDIDATES = "candidates";
  private static final String ASK_OLD = "ask_old";

  /** What a name must be that also names a folder. */
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}";

  private static final String NAME_REMEDY =
      "use letters, digits, dots, hyphens and underscores, 100 at most";

  private static final List<String> KEYS =
      List.of(
          "name",
          "histories",
          "formats",
          "old",
          "new",
          CANDIDATES,
          ASK_OLD,
          "store",
          "rollout",
          "against",
          "margin",
          "seed",
          "max_failed",
          "combined",
          "mixed",
          "services",
          "budgets",
          "repairs",
          "instrument",
          "noise",
          "coverage_gate",
          MigrationFile.RAW_HISTORY,
          MigrationFile.FORCE_SAME_SHAPE);

  private final String file;
  private final Map<String, YamlNode> nodes;
  private final Map<String, String> options;
  private final Map<String, String> places = new HashMap<>();

  private MigrationFileReader(
      String file, Map<String, YamlNode> nodes, Map<String, String> options) {
    this.file = file;
    this.nodes = nodes;
    this.options = options;
    places.put("", file);
    nodes.forEach((key, node) -> places.put(key, node.whereKey()));
    options.forEach((key, value) -> places.put(key, "--" + key.replace('_', '-')));
    if (options.containsKey(MigrationFile.METHOD)) {
      places.put("rollout", placeOf(MigrationFile.METHOD));
    }
    if (options.containsKey(MigrationFile.EFFORT)) {
      places.put(MigrationFile.ROLLOUT_EFFORT, placeOf(MigrationFile.EFFORT));
    }
  }

  /**
   * The migration that a file and options describe.
   *
   * @param file its name, for messages
   * @param bytes its content
   * @param options values by key, in place of the file's
   * @throws ConfigException naming the line or the option, the value and the remedy
   */
  public static MigrationFile read(String file, byte[] bytes, Map<String, String> options) {
    MigrationFileReader reader = reader(file, bytes, options);
    if (reader.nodes.containsKey(CANDIDATES)) {
      throw new ConfigException(
          reader.placeOf(CANDIDATES),
          "'candidates' are compared by 'carryover screen', and one of them is wanted here",
          "name it with --candidate");
    }
    return reader.migration(reader.given("new"));
  }

  /**
   * The migrations that a file with {@code candidates} describes; one where it has {@code new}.
   *
   * @param file its name, for messages
   * @param bytes its content
   * @param options values by key, in place of the file's
   * @throws ConfigException naming the line or the option, the value and the remedy
   */
  public static Candidates candidates(String file, byte[] bytes, Map<String, String> options) {
    MigrationFileReader reader = reader(file, bytes, options);
    return new Candidates(reader.candidates(), reader.flag(ASK_OLD, false));
  }

  private static MigrationFileReader reader(
      String file, byte[] bytes, Map<String, String> options) {
    Map<String, YamlNode> nodes = YamlNode.read(file, bytes).mapping();
    nodes.forEach(
        (key, node) -> {
          if (!KEYS.contains(key)) {
            throw new ConfigException(
                node.whereKey(),
                "unknown key '" + key + "'",
                "known are " + String.join(", ", KEYS));
          }
        });
    return new MigrationFileReader(file, nodes, options);
  }

  private List<Candidate> candidates() {
    YamlNode node = nodes.get(CANDIDATES);
    if (node == null) {
      return List.of(new Candidate(Candidates.ONLY, migration(given("new"))));
    }
    if (nodes.containsKey("new")) {
      throw new ConfigException(
          placeOf("new"), "there are both 'new' and 'candidates'", "keep one of them");
    }
    List<Candidate> list = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (YamlNode item : node.list()) {
      YamlNode named = item.mapping().get("name");
      if (named == null) {
        throw new ConfigException(
            item.where(), "a candidate has no name", "write 'name: NAME' beside its model");
      }
      Value name = Value.of(named);
      if (!name.text().matches(NAME)) {
        throw name.wrong(NAME_REMEDY);
      }
      if (!seen.add(name.text().toLowerCase(Locale.ROOT))) {
        throw name.wrong("another candidate has this name: choose another");
      }
      places.keySet().removeIf(place -> place.startsWith("new."));
      places.put("new", item.where());
      list.add(new Candidate(name.text(), migration(item)));
    }
    if (list.isEmpty()) {
      throw new ConfigException(
          node.where(), "'candidates' is an empty list", "list one or more, each with its name");
    }
    return list;
  }

  private YamlNode given(String key) {
    YamlNode node = nodes.get(key);
    if (node == null) {
      throw new ConfigException(file, "'" + key + "' is missing", "name its model or its embedder");
    }
    return node;
  }

  /**
   * @param replacement the node of the new side
   */
  private MigrationFile migration(YamlNode replacement) {
    Side old = side("old", given("old"));
    Side next = side("new", replacement);
    boolean combined = flag("combined", false);
    requireEmbedderOnBothSides(old, next);
    requireOneChange(old, next, combined);
    String rollout = rollout();
    return new MigrationFile(
        name(),
        required("histories", "such as synthetic:small or locomo:PATH").text(),
        formats(),
        old,
        next,
        Choices.services(Optional.ofNullable(nodes.get("services"))),
        allowances(),
        store(),
        value("store").flatMap(Value::repairedCopy),
        rollout,
        value("against").map(v -> v.oneOf(List.of("before", "own", "both"))).orElse("before"),
        value("margin").map(v -> v.fraction("give a number over 0 and under 1")).orElse(0.05),
        value("seed")
            .map(v -> v.integer(Long.MIN_VALUE, Long.MAX_VALUE, "give a whole number"))
            .orElse(7L),
        count("max_failed", 0),
        combined,
        Mixing.of(Optional.ofNullable(nodes.get("mixed")), rollout),
        Choices.repairs(Optional.ofNullable(nodes.get("repairs"))),
        instrument(),
        flag(MigrationFile.RAW_HISTORY, true),
        flag(MigrationFile.FORCE_SAME_SHAPE, false),
        places);
  }

  private Instrument instrument() {
    return new Instrument(
        count("instrument", Instrument.DEFAULT.histories()),
        count("noise", Instrument.DEFAULT.noise()),
        value("coverage_gate")
            .map(v -> v.fraction("give a number over 0 and under 1"))
            .orElse(Instrument.DEFAULT.coverageGate()));
  }

  private int count(String key, int otherwise) {
    return value(key)
        .map(v -> (int) v.integer(0, Integer.MAX_VALUE, "give a whole number from 0"))
        .orElse(otherwise);
  }

  private boolean flag(String key, boolean otherwise) {
    return value(key).map(v -> v.oneOf(List.of("true", "false")).equals("true")).orElse(otherwise);
  }

  private String name() {
    Value name = required("name", "such as embedder-upgrade; it also names the run's folder");
    if (!name.text().matches(NAME)) {
      throw name.wrong(NAME_REMEDY);
    }
    return name.text();
  }

  private List<FormatChoice> formats() {
    YamlNode node = nodes.get("formats");
    if (node == null) {
      throw new ConfigException(file, "'formats' is missing", "list one or more, such as '- rag'");
    }
    List<FormatChoice> formats = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (YamlNode item : node.list()) {
      FormatChoice format = Choices.format(item);
      if (!seen.add(format.name())) {
        throw new ConfigException(
            item.where(), "format '" + format.name() + "' is listed twice", "keep one of them");
      }
      formats.add(format);
    }
    if (formats.isEmpty()) {
      throw new ConfigException(
          node.where(), "'formats' is an empty list", "list one or more, such as '- rag'");
    }
    return formats;
  }

  private Allowances allowances() {
    YamlNode node = nodes.get("budgets");
    int tokens = Allowances.DEFAULT.writerTokens();
    int bytes = Allowances.DEFAULT.readerBytes();
    if (node != null) {
      String remedy = "give a whole number from 1";
      for (Map.Entry<String, YamlNode> entry : node.mapping().entrySet()) {
        Value value = Value.of(entry.getValue());
        switch (entry.getKey()) {
          case "writer_tokens" -> tokens = (int) value.integer(1, Integer.MAX_VALUE, remedy);
          case "reader_bytes" -> bytes = (int) value.integer(1, Integer.MAX_VALUE, remedy);
          default ->
              throw new ConfigException(
                  entry.getValue().whereKey(),
                  "unknown key '" + entry.getKey() + "' under 'budgets'",
                  "known are writer_tokens, reader_bytes");
        }
      }
    }
    return new Allowances(tokens, bytes);
  }

  private Side side(String key, YamlNode node) {
    Map<String, Value> values = new LinkedHashMap<>();
    Map<String, YamlNode> parts = new LinkedHashMap<>(node.mapping());
    if (nodes.get(key) != node) {
      parts.remove("name"); // a candidate's own
    }
    parts.forEach(
        (name, value) -> {
          if (!List.of("model", "writer", "reader", "embedder").contains(name)) {
            throw new ConfigException(
                value.whereKey(),
                "unknown key '" + name + "' under '" + key + "'",
                "known are model, writer, reader, embedder");
          }
          if (!value.isScalar()) {
            throw new ConfigException(
                value.where(),
                "'%s' under '%s' is not a name".formatted(name, key),
                "describe it under 'services', as in NAME: {kind: transformer, path: FOLDER}, and put its name here");
          }
          values.put(name, Value.of(value));
        });
    return new Side(
        player(key, "writer", node, values),
        player(key, "reader", node, values),
        named(key, "embedder", Optional.ofNullable(values.get("embedder"))).orElse(Cell.NOBODY));
  }

  /** A model plays both parts, unless each has a player of its own. */
  private String player(String key, String role, YamlNode node, Map<String, Value> values) {
    if (values.containsKey("model") && values.containsKey(role)) {
      throw new ConfigException(
          node.whereKey(),
          "'model' and '%s' under '%s' both name the %s".formatted(role, key, role),
          "keep one of them");
    }
    Value player = values.getOrDefault(role, values.get("model"));
    return named(key, role, Optional.ofNullable(player)).orElse(DEFAULT_MODEL);
  }

  private Optional<String> named(String key, String role, Optional<Value> value) {
    value.ifPresent(v -> places.put(key + "." + role, v.where()));
    return value.map(Value::text);
  }

  private void requireEmbedderOnBothSides(Side old, Side next) {
    boolean missing = old.embedder().equals(Cell.NOBODY);
    if (missing != next.embedder().equals(Cell.NOBODY)) {
      String key = missing ? "old" : "new";
      throw new ConfigException(
          placeOf(key),
          "'" + key + "' has no embedder and the other side has",
          "name one, such as all-minilm-l6-v2-q, or leave it out on both sides");
    }
  }

  private void requireOneChange(Side old, Side next, boolean combined) {
    boolean model = !old.reader().equals(next.reader()) || !old.writer().equals(next.writer());
    boolean embedder = !old.embedder().equals(next.embedder());
    if (!model && !embedder) {
      throw new ConfigException(
          placeOf("new"), "old and new are the same", "change the model or the embedder");
    }
    if (model && embedder && !combined) {
      throw new ConfigException(
          placeOf("new"),
          "both the model and the embedder change, so a loss could not be told apart",
          "change one at a time, or write 'combined: true'");
    }
  }

  /** The given store: the file's own beside a repaired copy that an option names. */
  private Optional<String> store() {
    return Optional.of("store")
        .flatMap(
            key ->
                value(key).flatMap(Value::repairedCopy).isPresent()
                    ? Optional.ofNullable(nodes.get(key)).map(Value::of)
                    : value(key))
        .filter(value -> value.repairedCopy().isEmpty())
        .map(Value::text);
  }

  private String rollout() {
    return value(MigrationFile.METHOD)
        .map(
            method ->
                Rollout.repair(method, Optional.ofNullable(options.get(MigrationFile.EFFORT))))
        .orElseGet(
            () -> Rollout.named(value("rollout").orElse(new Value("rollout", "keep", file))));
  }

  private Optional<Value> value(String key) {
    String option = options.get(key);
    if (option != null) {
      return Optional.of(new Value(key, option, places.getOrDefault(key, file)));
    }
    return Optional.ofNullable(nodes.get(key)).map(Value::of);
  }

  private Value required(String key, String remedy) {
    return value(key)
        .orElseThrow(
            () -> new ConfigException(file, "'" + key + "' is missing", "give it, " + remedy));
  }

  private String placeOf(String key) {
    return places.getOrDefault(key, file);
  }
}
