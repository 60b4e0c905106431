package dev.carryover.models.transformer.state;

import dev.carryover.core.spi.StatefulModel.Kept;
import dev.carryover.core.spi.StatefulModel.Study;
import java.nio.file.Path;
import java.util.List;

/** Trains cartridges for a model. */
@FunctionalInterface
public interface Trainer {
  /**
   * Trains one.
   *
   * @param model that makes up the conversations and that the cartridge is for
   * @param passages in order, never empty
   * @param folder exists and is empty; gets the cache, as {@link CacheFile} writes it, and how it
   *     came about
   */
  Kept train(PromptedTransformer model, List<String> passages, Study study, Path folder);
}
