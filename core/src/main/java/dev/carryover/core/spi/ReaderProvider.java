package dev.carryover.core.spi;

/** Makes a reader that can be chosen by name. */
public interface ReaderProvider extends Plugin {
  /**
   * Makes the reader ready.
   *
   * @throws SettingException if a setting cannot be used
   */
  ReaderModel create(Settings settings, ModelContext context);
}
