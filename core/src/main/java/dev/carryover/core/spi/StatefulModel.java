package dev.carryover.core.spi;

import dev.carryover.core.Recollection.ModelState;
import dev.carryover.core.Reply;
import java.nio.file.Path;
import java.util.List;

/** A transformer whose key-value cache can be kept, composed and continued from. */
public interface StatefulModel extends LanguageModel {
  /** Reads a text and keeps the cache in a file. */
  ModelState prefill(String text, Path target);

  /**
   * Goes on from a cache.
   *
   * @throws IncompatibleStateException if the cache was computed for another model
   */
  Reply continueFrom(ModelState state, Prompt prompt, Decoding decoding);

  /** Places several caches at consecutive blocks of positions. */
  ModelState compose(List<ModelState> states, Path target);

  /**
   * Trains a cache until the model answers from it as it does with the texts in view.
   *
   * @param start where training starts
   * @param examples prompts whose answers, with the text in view, are the target
   */
  ModelState train(ModelState start, List<Prompt> examples, long seed, Path target);

  /** A cache met another model than the one it was computed for. */
  final class IncompatibleStateException extends RuntimeException {
    public IncompatibleStateException(String message) {
      super(message);
    }
  }
}
