package dev.carryover.migrations.file;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * An upgrade to test, as a user describes it, with every default filled in.
 *
 * @param name of the run, and of its folder
 * @param histories source of the histories, such as {@code locomo:PATH}
 * @param formats under test, at least one
 * @param old what is in production
 * @param next what is to replace it
 * @param store a store that is there already, such as {@code jsonl:PATH}
 * @param rollout the plan: {@code keep}, {@code mixed-N} or {@code rewrite}
 * @param against what the rollout is compared with: {@code before}, {@code own} or {@code both}
 * @param margin the largest loss that counts as preserved, as a fraction of 1
 * @param seed of every random choice
 * @param maxFailed how many failed observations a verdict may live with
 * @param combined whether model and embedder may change together
 * @param mixed the partly re-embedded stores to measure
 * @param places where each setting was given, by key, for messages
 */
public record MigrationFile(
    String name,
    String histories,
    List<FormatChoice> formats,
    Side old,
    Side next,
    Optional<String> store,
    String rollout,
    String against,
    double margin,
    long seed,
    int maxFailed,
    boolean combined,
    Mixed mixed,
    Map<String, String> places) {
  public MigrationFile {
    formats = List.copyOf(formats);
    places = Map.copyOf(places);
  }

  /**
   * A format with the settings that the user gave.
   *
   * @param settings by key
   * @param places where each setting was given, and the format itself under its own name
   */
  public record FormatChoice(
      String name, SortedMap<String, String> settings, Map<String, String> places) {}

  /**
   * One side of the upgrade.
   *
   * @param reader name of the model that answers
   * @param embedder name of the embedding model
   */
  public record Side(String reader, String embedder) {}

  /**
   * Stores of which a part was embedded anew.
   *
   * @param percents how much, each from 1 to 99
   * @param newQueries whether the new embedder asks; else the old one does
   */
  public record Mixed(List<Integer> percents, boolean newQueries) {
    public Mixed {
      percents = List.copyOf(percents);
    }
  }

  /**
   * Where a setting was given: the file with its line, or the option; the setting that it belongs
   * to where it was not, such as {@code old} for {@code old.reader}, or the file.
   */
  public String place(String key) {
    String owner = key.substring(0, Math.max(0, key.indexOf('.')));
    return places.getOrDefault(key, places.getOrDefault(owner, places.getOrDefault("", "")));
  }
}
