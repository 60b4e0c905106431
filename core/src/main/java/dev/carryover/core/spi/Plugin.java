package dev.carryover.core.spi;

import java.util.List;

/** What can be chosen by name in a configuration. */
public interface Plugin {
  /** The stable name that a configuration uses: lower case, digits, hyphens and dots. */
  String name();

  /** One line for a person who chooses. */
  String description();

  /** The settings that it takes; none by default. */
  default List<Parameter> parameters() {
    return List.of();
  }

  /**
   * A setting of a plug-in.
   *
   * @param name its key
   * @param defaultValue as written in a configuration; empty where it must be given
   * @param description one line
   */
  record Parameter(String name, String defaultValue, String description) {}
}
