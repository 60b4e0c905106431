package dev.carryover.migrations.file;

import dev.carryover.migrations.file.MigrationFile.Mixed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads which mixes of old and new vectors are measured. */
final class Mixing {
  private static final Mixed USUAL = new Mixed(List.of(25, 50, 75), true);
  private static final String ROLLOUT = "mixed-";

  private Mixing() {}

  /**
   * Those that are asked for, and the one that a rollout comes to.
   *
   * @param rollout such as keep or mixed-50
   */
  static Mixed of(Optional<YamlNode> node, String rollout) {
    Mixed mixed = node.map(Mixing::read).orElse(USUAL);
    if (!rollout.startsWith(ROLLOUT)) {
      return mixed;
    }
    List<Integer> percents = new ArrayList<>(mixed.percents());
    percents.add(Integer.parseInt(rollout.substring(ROLLOUT.length())));
    return new Mixed(percents.stream().distinct().sorted().toList(), mixed.newQueries());
  }

  private static Mixed read(YamlNode node) {
    List<Integer> percents = USUAL.percents();
    boolean newQueries = USUAL.newQueries();
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
}
