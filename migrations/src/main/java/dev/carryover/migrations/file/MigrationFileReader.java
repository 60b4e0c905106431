package dev.carryover.migrations.file;

import dev.carryover.migrations.file.MigrationFile.FormatChoice;
import dev.carryover.migrations.file.MigrationFile.Mixed;
import dev.carryover.migrations.file.MigrationFile.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads a migration file. Options of the command line take the place of the file's own settings.
 */
public final class MigrationFileReader {
  /** The reader that needs no language model. */
  public static final String DEFAULT_READER = "extractive-1";

  private static final List<String> KEYS =
      List.of(
          "name",
          "histories",
          "formats",
          "old",
          "new",
          "store",
          "rollout",
          "against",
          "margin",
          "seed",
          "max_failed",
          "combined",
          "mixed",
          "services");

  private static final List<Integer> DEFAULT_MIX = List.of(25, 50, 75);

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
    options.forEach((key, value) -> places.put(key, "--" + key));
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
    return new MigrationFileReader(file, nodes, options).migration();
  }

  private MigrationFile migration() {
    if (nodes.containsKey("services")) {
      throw new ConfigException(
          nodes.get("services").whereKey(),
          "'services' are not known to this version",
          "name built-in models under old and new");
    }
    Side old = side("old");
    Side next = side("new");
    boolean combined =
        value("combined").map(v -> v.oneOf(List.of("true", "false")).equals("true")).orElse(false);
    requireOneChange(old, next, combined);
    Mixed mixed = mixed();
    return new MigrationFile(
        name(),
        required("histories", "such as synthetic:small or locomo:PATH").text(),
        formats(),
        old,
        next,
        value("store").map(Value::text),
        rollout(mixed),
        value("against").map(v -> v.oneOf(List.of("before", "own", "both"))).orElse("before"),
        value("margin").map(v -> v.fraction("give a number over 0 and under 1")).orElse(0.05),
        value("seed")
            .map(v -> v.integer(Long.MIN_VALUE, Long.MAX_VALUE, "give a whole number"))
            .orElse(7L),
        value("max_failed")
            .map(v -> (int) v.integer(0, Integer.MAX_VALUE, "give a whole number from 0"))
            .orElse(0),
        combined,
        withRollout(mixed),
        places);
  }

  private String name() {
    Value name = required("name", "such as embedder-upgrade; it also names the run's folder");
    if (!name.text().matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
      throw name.wrong("use letters, digits, dots, hyphens and underscores, 100 at most");
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
      FormatChoice format = format(item);
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

  private static FormatChoice format(YamlNode item) {
    if (item.isScalar()) {
      String name = item.text();
      return new FormatChoice(name, new TreeMap<>(), Map.of(name, item.where()));
    }
    Map<String, YamlNode> entry = item.mapping();
    if (entry.size() != 1) {
      throw new ConfigException(
          item.where(),
          "a format is one name with its settings, here are " + entry.size() + " names",
          "write '- rag:' and indent its settings below it");
    }
    YamlNode settingsNode = entry.values().iterator().next();
    TreeMap<String, String> settings = new TreeMap<>();
    Map<String, String> places = new HashMap<>();
    settingsNode
        .mapping()
        .forEach(
            (key, value) -> {
              settings.put(key, value.text());
              places.put(key, value.whereKey());
            });
    places.put(settingsNode.name(), item.where());
    return new FormatChoice(settingsNode.name(), settings, places);
  }

  private Side side(String key) {
    YamlNode node = nodes.get(key);
    if (node == null) {
      throw new ConfigException(
          file, "'" + key + "' is missing", "name its model and its embedder");
    }
    Map<String, Value> values = new LinkedHashMap<>();
    node.mapping()
        .forEach(
            (name, value) -> {
              if (!List.of("model", "reader", "embedder").contains(name)) {
                throw new ConfigException(
                    value.whereKey(),
                    "unknown key '" + name + "' under '" + key + "'",
                    "known are model, reader, embedder");
              }
              values.put(name, Value.of(value));
            });
    Value embedder = values.get("embedder");
    if (embedder == null) {
      throw new ConfigException(
          node.whereKey(), "'" + key + "' has no embedder", "name one, such as all-minilm-l6-v2-q");
    }
    places.put(key + ".embedder", embedder.where());
    return new Side(reader(key, node, values), embedder.text());
  }

  private String reader(String key, YamlNode node, Map<String, Value> values) {
    if (values.containsKey("model") && values.containsKey("reader")) {
      throw new ConfigException(
          node.whereKey(),
          "'model' and 'reader' under '" + key + "' both name what answers",
          "keep one of them");
    }
    Value reader = values.getOrDefault("reader", values.get("model"));
    if (reader == null) {
      return DEFAULT_READER;
    }
    places.put(key + ".reader", reader.where());
    return reader.text();
  }

  private void requireOneChange(Side old, Side next, boolean combined) {
    boolean reader = !old.reader().equals(next.reader());
    boolean embedder = !old.embedder().equals(next.embedder());
    if (!reader && !embedder) {
      throw new ConfigException(
          placeOf("new"), "old and new are the same", "change the model or the embedder");
    }
    if (reader && embedder && !combined) {
      throw new ConfigException(
          placeOf("new"),
          "both the model and the embedder change, so a loss could not be told apart",
          "change one at a time, or write 'combined: true'");
    }
  }

  private String rollout(Mixed mixed) {
    Value value = value("rollout").orElse(new Value("rollout", "keep", file));
    if (!value.text().matches("keep|rewrite|mixed-[1-9]\\d?")) {
      throw value.wrong("choose keep, rewrite, or mixed-N with N from 1 to 99");
    }
    return value.text();
  }

  /** The mix with the rollout's own share in it. */
  private Mixed withRollout(Mixed mixed) {
    String rollout = rollout(mixed);
    if (!rollout.startsWith("mixed-")) {
      return mixed;
    }
    List<Integer> percents = new ArrayList<>(mixed.percents());
    percents.add(Integer.parseInt(rollout.substring("mixed-".length())));
    return new Mixed(percents.stream().distinct().sorted().toList(), mixed.newQueries());
  }

  private Mixed mixed() {
    YamlNode node = nodes.get("mixed");
    if (node == null) {
      return new Mixed(DEFAULT_MIX, true);
    }
    List<Integer> percents = DEFAULT_MIX;
    boolean newQueries = true;
    for (Map.Entry<String, YamlNode> entry : node.mapping().entrySet()) {
      YamlNode value = entry.getValue();
      switch (entry.getKey()) {
        case "percent" -> percents = percents(value);
        case "query" -> newQueries = Value.of(value).oneOf(List.of("new", "old")).equals("new");
        default ->
            throw new ConfigException(
                value.whereKey(),
                "unknown key '" + entry.getKey() + "' under 'mixed'",
                "known are percent, query");
      }
    }
    return new Mixed(percents, newQueries);
  }

  private static List<Integer> percents(YamlNode node) {
    String remedy = "give whole numbers from 1 to 99, such as [25, 50, 75]";
    List<YamlNode> items = node.isScalar() ? List.of(node) : node.list();
    return items.stream()
        .map(item -> (int) Value.of(item).integer(1, 99, remedy))
        .distinct()
        .sorted()
        .toList();
  }

  private Optional<Value> value(String key) {
    String option = options.get(key);
    if (option != null) {
      return Optional.of(new Value(key, option, "--" + key));
    }
    return Optional.ofNullable(nodes.get(key)).map(Value::of);
  }

  private Value required(String key, String remedy) {
    return value(key)
        .orElseThrow(
            () -> new ConfigException(file, "'" + key + "' is missing", "give it, " + remedy));
  }

  private String placeOf(String key) {
    return Optional.ofNullable(nodes.get(key)).map(YamlNode::whereKey).orElse(file);
  }
}
