package dev.carryover.migrations.file;

import dev.carryover.core.spi.SettingException;

/** A migration file or an option that cannot be used: names the place, the value and the remedy. */
public final class ConfigException extends RuntimeException {
  /**
   * @param where the file with its line, or the option
   * @param problem what is wrong, with the value
   * @param remedy what to do about it
   */
  public ConfigException(String where, String problem, String remedy) {
    super(where + ": " + problem + "; " + remedy);
  }

  /** The same finding, at the place where the setting was given. */
  public static ConfigException at(String where, SettingException finding) {
    return new ConfigException(where, finding.problem(), finding.remedy());
  }
}
