package dev.carryover.studies.frame;

import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
   */
  record Request(String model, long seed, Settings settings, Optional<Path> config) {
    public Request {
      Objects.requireNonNull(model, "model");
      Objects.requireNonNull(settings, "settings");
      Objects.requireNonNull(config, "config");
    }

    /** One without a migration file. */
    public Request(String model, long seed, Settings settings) {
      this(model, seed, settings, Optional.empty());
    }
  }
}
