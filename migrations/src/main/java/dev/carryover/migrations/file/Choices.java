package dev.carryover.migrations.file;

import dev.carryover.core.run.CallMeter.Price;
import dev.carryover.migrations.file.MigrationFile.FormatChoice;
import dev.carryover.migrations.file.MigrationFile.Repairs;
import dev.carryover.migrations.file.MigrationFile.Service;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the parts of a migration file that choose a plug-in and its settings. */
final class Choices {
  private static final String PRICE_IN = "price_in";
  private static final String PRICE_OUT = "price_out";

  /** Taken from among a format's settings: how many histories it is run on. */
  private static final String HISTORIES = "histories";

  private Choices() {}

  /** A format: its name, or its name with settings below it. */
  static FormatChoice format(YamlNode item) {
    if (item.isScalar()) {
      String name = item.text();
      return new FormatChoice(
          name, new TreeMap<>(), OptionalInt.empty(), Map.of(name, item.where()));
    }
    Map<String, YamlNode> entry = item.mapping();
    if (entry.size() != 1) {
      throw new ConfigException(
          item.where(),
          "a format is one name with its settings, here are " + entry.size() + " names",
          "write '- rag:' and indent its settings below it");
    }
    YamlNode node = entry.values().iterator().next();
    SortedMap<String, String> settings = settings(node.mapping());
    settings.remove(HISTORIES);
    Map<String, String> places = places(node.mapping());
    places.put(node.name(), item.where());
    return new FormatChoice(node.name(), settings, histories(node.mapping()), places);
  }

  private static OptionalInt histories(Map<String, YamlNode> values) {
    YamlNode node = values.get(HISTORIES);
    return node == null
        ? OptionalInt.empty()
        : OptionalInt.of(
            (int)
                Value.of(node)
                    .integer(1, Integer.MAX_VALUE, "give how many histories it is run on, from 1"));
  }

  /** The repairs to measure: all that there are, some by name, or none. */
  static Repairs repairs(Optional<YamlNode> node) {
    if (node.isEmpty()) {
      return Repairs.NONE;
    }
    if (node.get().isScalar()) {
      String text =
          Value.of(node.get()).oneOf(List.of("true", "false"), "or a list of names in brackets");
      return new Repairs(text.equals("true"), List.of());
    }
    return new Repairs(
        false, node.get().list().stream().map(YamlNode::text).distinct().sorted().toList());
  }

  /** The services by name; none where the file has no such part. */
  static SortedMap<String, Service> services(Optional<YamlNode> node) {
    SortedMap<String, Service> services = new TreeMap<>();
    node.ifPresent(
        all -> all.mapping().forEach((name, value) -> services.put(name, service(name, value))));
    return services;
  }

  private static Service service(String name, YamlNode node) {
    Map<String, YamlNode> values = node.mapping();
    YamlNode kind = values.get("kind");
    if (kind == null) {
      throw new ConfigException(
          node.whereKey(),
          "service '" + name + "' has no kind",
          "say how it is talked to, such as 'kind: openai'");
    }
    SortedMap<String, String> settings = settings(values);
    settings.keySet().removeAll(List.of("kind", PRICE_IN, PRICE_OUT));
    Map<String, String> places = places(values);
    places.put(name, node.whereKey());
    return new Service(kind.text(), settings, places, price(name, node, values));
  }

  private static Optional<Price> price(String name, YamlNode node, Map<String, YamlNode> values) {
    YamlNode in = values.get(PRICE_IN);
    YamlNode out = values.get(PRICE_OUT);
    if (in == null && out == null) {
      return Optional.empty();
    }
    if (in == null || out == null) {
      throw new ConfigException(
          node.whereKey(),
          "service '" + name + "' has one of price_in and price_out",
          "give both, in dollars for a million tokens");
    }
    return Optional.of(new Price(dollars(in), dollars(out)));
  }

  private static double dollars(YamlNode node) {
    return Value.of(node).amount("give dollars for a million tokens, such as 0.15");
  }

  private static SortedMap<String, String> settings(Map<String, YamlNode> values) {
    SortedMap<String, String> settings = new TreeMap<>();
    values.forEach((key, value) -> settings.put(key, value.text()));
    return settings;
  }

  private static Map<String, String> places(Map<String, YamlNode> values) {
    Map<String, String> places = new HashMap<>();
    values.forEach((key, value) -> places.put(key, value.whereKey()));
    return places;
  }
}
