package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.transformer.state.PromptedTransformer;
import dev.carryover.models.transformer.study.CartridgeTrainer;
import java.util.Map;

/**
 * A language model in files on this machine as a reader whose cache is open.
 *
 * @param model with the reader's prompt; for the owner of this to close
 * @param trainer of cartridges for it
 */
public record LocalReading(PromptedTransformer model, CartridgeTrainer trainer) {
  /**
   * Loads one on the CPU.
   *
   * @param path a Hugging Face folder or a GGUF file
   * @throws SettingException if there is no model
   */
  public static LocalReading load(String path) {
    Settings settings = Settings.of(Map.of("path", path));
    return new LocalReading(
        TransformerRoles.load(LocalSettings.of(settings), settings).model(),
        TransformerRoles.trainer());
  }
}
