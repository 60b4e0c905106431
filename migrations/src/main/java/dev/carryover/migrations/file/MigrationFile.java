package dev.carryover.migrations.file;

import dev.carryover.core.run.CallMeter.Price;
import dev.carryover.core.spi.Allowances;
import dev.carryover.core.spi.InstrumentGate.Readings;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
 * @param services models that run elsewhere, or lie in a folder here, by the name that old and new
 *     use
 * @param allowances what all writers and readers get alike
 * @param store a store that is there already, such as {@code jsonl:PATH}
 * @param repaired the folder of a repaired copy that is there already, which the rollout reads
 * @param rollout the plan: {@code keep}, {@code mixed-N}, {@code rewrite}, or {@code
 *     repaired-METHOD} at its full effort, {@code repaired-METHOD@N} at N per cent of it
 * @param against what the rollout is compared with: {@code before}, {@code own} or {@code both}
 * @param margin the largest loss that counts as preserved, as a fraction of 1
 * @param seed of every random choice
 * @param maxFailed how many failed observations a verdict may live with
 * @param combined whether model and embedder may change together
 * @param mixed the partly re-embedded stores to measure
 * @param repairs to measure beside the rollout
 * @param instrument how the measure itself is checked
 * @param rawHistory whether the raw histories are there for repairs to begin with; an evaluation
 *     has them all the same
 * @param forceSameShape whether another model's cache is used where its shape fits, to see what
 *     that costs
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
    Optional<Path> repaired,
    String rollout,
    String against,
    double margin,
    long seed,
    int maxFailed,
    boolean combined,
    Mixed mixed,
    Repairs repairs,
    Instrument instrument,
    boolean rawHistory,
    boolean forceSameShape,
    Map<String, String> places) {
  /** The setting that says whether the raw histories are there for repairs. */
  public static final String RAW_HISTORY = "raw_history";

  /** The option that names a repair, in place of a rollout. */
  public static final String METHOD = "method";

  /** The option that names its budget, in per cent. */
  public static final String EFFORT = "effort";

  /** Where the budget of a planned repair was named: a {@link #place}. */
  public static final String ROLLOUT_EFFORT = "rollout.effort";

  /**
   * The setting, of a migration and of formats, that has another model's cache used all the same.
   */
  public static final String FORCE_SAME_SHAPE = "force_same_shape";

  public MigrationFile {
    formats = List.copyOf(formats);
    services = Collections.unmodifiableSortedMap(new TreeMap<>(services));
    places = Map.copyOf(places);
  }

  /**
   * A format with the settings that the user gave.
   *
   * @param settings by key
   * @param histories how many it is run on, from the first; empty for all
   * @param places where each setting was given, and the format itself under its own name
   */
  public record FormatChoice(
      String name,
      SortedMap<String, String> settings,
      OptionalInt histories,
      Map<String, String> places) {}

  /**
   * The repairs to measure beside the rollout.
   *
   * @param all whether every one that a format under test knows
   * @param names of those to measure, sorted; empty where all are or none is
   */
  public record Repairs(boolean all, List<String> names) {
    /** None. */
    public static final Repairs NONE = new Repairs(false, List.of());

    public Repairs {
      names = List.copyOf(names);
    }

    /** Whether a repair of this name belongs to a grid of repairs, which is of all by default. */
    public boolean atAllBudgets(String name) {
      return equals(NONE) || wants(name);
    }

    /** Whether a repair of this name is to be measured. */
    public boolean wants(String name) {
      return all || names.contains(name);
    }
  }

  /**
   * How the measure itself is checked, before a verdict is believed.
   *
   * @param histories the first ones, on which readers also get the raw evidence and corrupted
   *     memories; 0 for none
   * @param noise how many cells of each format are asked again live; 0 for none
   * @param coverageGate the share of the evidence that a store must hold, as a fraction of 1
   */
  public record Instrument(int histories, int noise, double coverageGate) {
    /** What holds where a file says nothing: the paper's twelve, sixteen and 0.60 (spec 1.8). */
    public static final Instrument DEFAULT = new Instrument(12, 16, Readings.COVERAGE_GATE);
  }

  /** What a test of its own takes from elsewhere than the file. */
  public record Test(
      String name, String histories, List<FormatChoice> formats, Instrument instrument) {}

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
    /** Whether it is a model in a folder on this machine, which runs in this process. */
    public boolean runsHere() {
      return settings.containsKey("path");
    }

    /** Where a setting of this service was given; the service itself where it was not. */
    public String place(String name, String key) {
      return places.getOrDefault(key, places.getOrDefault(name, ""));
    }
  }

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
   * The same services, budgets and limits for a test of its own: the old store is kept and compared
   * with {@code before}, half of it is embedded anew beside that, and nothing is taken over,
   * repaired or forced.
   *
   * @param test what is tested: its name, histories, formats and how the measure is checked
   */
  public MigrationFile forTest(Test test, Side from, Side to, long newSeed) {
    return new MigrationFile(
        test.name(),
        test.histories(),
        test.formats(),
        from,
        to,
        services,
        allowances,
        Optional.empty(),
        Optional.empty(),
        "keep",
        "before",
        margin,
        newSeed,
        maxFailed,
        combined,
        new Mixed(List.of(50), mixed.newQueries()),
        Repairs.NONE,
        test.instrument(),
        rawHistory,
        false,
        places);
  }

  /** The same with other repairs to measure. */
  public MigrationFile with(Repairs others) {
    return new MigrationFile(
        name,
        histories,
        formats,
        old,
        next,
        services,
        allowances,
        store,
        repaired,
        rollout,
        against,
        margin,
        seed,
        maxFailed,
        combined,
        mixed,
        others,
        instrument,
        rawHistory,
        forceSameShape,
        places);
  }

  /** The service of this name, if there is one and it runs elsewhere. */
  public Optional<Service> elsewhere(String name) {
    return Optional.ofNullable(services.get(name)).filter(service -> !service.runsHere());
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
