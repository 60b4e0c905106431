package dev.carryover.migrations.file;

import dev.carryover.core.spi.Allowances;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An upgrade to test, as a user describes it, with every default filled in.
 *
 * @param name of the run, and of its folder
 * @param histories source of the histories, such as {@code locomo:PATH}
 * @param formats under test, at least one
 * @param old what is in production
 * @param next what is to replace it
 * @param services models that run elsewhere, by the name that old and new use
 * @param allowances what all writers and readers get alike
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
    SortedMap<String, Service> services,
    Allowances allowances,
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
    services = Collections.unmodifiableSortedMap(new TreeMap<>(services));
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
   * @param writer name of the model that writes
   * @param reader name of the model that answers
   * @param embedder name of the embedding model; {@link dev.carryover.core.Cell#NOBODY} where none
   *     is named
   */
  public record Side(String writer, String reader, String embedder) {}

  /**
   * A model that runs elsewhere, or a built-in one under a name and with settings of its own.
   *
   * @param kind name of the plug-in that talks to it
   * @param settings for the plug-in, by key
   * @param places where each setting was given, and the service itself under its own name
   * @param price what its tokens cost, where that is known
   */
  public record Service(
      String kind,
      SortedMap<String, String> settings,
      Map<String, String> places,
      Optional<Price> price) {
    /** Where a setting of this service was given; the service itself where it was not. */
    public String place(String name, String key) {
      return places.getOrDefault(key, places.getOrDefault(name, ""));
    }
  }

  /**
   * What tokens cost.
   *
   * @param in dollars for a million tokens read
   * @param out dollars for a million tokens written
   */
  public record Price(double in, double out) {}

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
