package dev.carryover.core.spi;

/** Makes an embedding model that can be chosen by name. */
public interface EmbedderProvider extends Plugin {
  /**
   * Loads the model.
   *
   * @param settings of the {@link #parameters()}
   * @throws SettingException if a setting cannot be used
   */
  Embedder create(Settings settings, ModelContext context);
}
