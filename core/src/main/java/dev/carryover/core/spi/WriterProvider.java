package dev.carryover.core.spi;

/** Makes a writer that can be chosen by name. */
public interface WriterProvider extends Plugin {
  /**
   * Makes the writer ready.
   *
   * @throws SettingException if a setting cannot be used
   */
  WriterModel create(Settings settings, ModelContext context);
}
