package dev.carryover.studies.frame;

import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** An experiment of the papers. */
public sealed interface Study permits CompositeStudy, ItemStudy {
  /** Its stable name. */
  String name();

  /** One line for a person who chooses. */
  String description();

  /** The settings that it takes, each with a default. */
  List<Parameter> parameters();

  /**
   * What it tests and how, in words by key, for a lock of its plan: hypotheses, directions,
   * threshold, tests, correction, unit, exclusions.
   */
  default SortedMap<String, String> tests() {
    return new TreeMap<>(Map.of("tests", "as docs/studies.md of this version tells of " + name()));
  }

  /**
   * What is asked for.
   *
   * @param model name of a built-in model, or the folder of one
   * @param seed of every random choice
   * @param settings resolved: every parameter has a value
   * @param config a migration file that names other models than the built-in ones
   * @param means what the work may take
   */
  record Request(String model, long seed, Settings settings, Optional<Path> config, Means means) {
    public Request {
      Objects.requireNonNull(model, "model");
      Objects.requireNonNull(settings, "settings");
      Objects.requireNonNull(config, "config");
      Objects.requireNonNull(means, "means");
    }

    /** One with this machine's processors, that keeps no answers and may cost anything. */
    public Request(String model, long seed, Settings settings, Optional<Path> config) {
      this(model, seed, settings, config, Means.ofThisMachine());
    }

    /** One without a migration file. */
    public Request(String model, long seed, Settings settings) {
      this(model, seed, settings, Optional.empty());
    }
  }

  /**
   * What the work of a study may take. No figure depends on it.
   *
   * @param threads for what works in this process
   * @param inFlight requests to one service at a time, at most
   * @param answers the folder where answers of services are kept; none are where it is empty
   * @param maxCost dollars that may be spent; no limit where it is empty
   */
  record Means(int threads, int inFlight, Optional<Path> answers, OptionalDouble maxCost) {
    private static final int IN_FLIGHT = 64;

    public Means {
      Objects.requireNonNull(answers, "answers");
      Objects.requireNonNull(maxCost, "maxCost");
    }

    /** All processors, no kept answers, no limit of costs. */
    public static Means ofThisMachine() {
      return new Means(
          Runtime.getRuntime().availableProcessors(),
          IN_FLIGHT,
          Optional.empty(),
          OptionalDouble.empty());
    }
  }
}
