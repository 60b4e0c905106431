package dev.carryover.core.run;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What runs share: the folder named by {@code CARRYOVER_HOME} in the environment, else {@code
 * .cache/carryover} of the user.
 */
public final class HomeFolder {
  private HomeFolder() {}

  /** The answers that models gave. */
  public static Path answers() {
    return home().resolve("answers");
  }

  /** Language models, and what serves them. */
  public static Path models() {
    return home().resolve("models");
  }

  private static Path home() {
    return Optional.ofNullable(System.getenv("CARRYOVER_HOME"))
        .filter(named -> !named.isBlank())
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "carryover"));
  }
}
