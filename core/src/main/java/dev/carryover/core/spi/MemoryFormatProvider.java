package dev.carryover.core.spi;

/** Makes a memory format that can be chosen by name. */
public interface MemoryFormatProvider extends Plugin {
  /**
   * The format under these settings.
   *
   * @throws SettingException if a setting is unknown or cannot be used
   */
  MemoryFormat create(Settings settings);
}
