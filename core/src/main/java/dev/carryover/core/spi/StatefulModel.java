package dev.carryover.core.spi;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.Usage;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A transformer whose key-value cache can be kept. What it keeps is of use to itself alone. Safe
 * for use by several threads.
 */
public interface StatefulModel {
  /** Who it is. */
  ModelIdentity identity();

  /** All that its states depend on beside its identity, such as a prompt's hash; may be empty. */
  SortedMap<String, String> settings();

  /**
   * Reads texts and keeps the cache.
   *
   * @param passages in order; may be empty
   * @param folder exists and is empty
   * @throws StopException if they do not fit into its context
   */
  Kept prefill(List<String> passages, Path folder);

  /**
   * Trains a small cache that stands for texts: a cartridge.
   *
   * @param passages in order, never empty
   * @param folder exists and is empty; gets the cache and how it came about
   * @throws SettingException if this model cannot be trained, or not so
   */
  Kept train(List<String> passages, Study study, Path folder);

  /**
   * Loads what {@link #prefill} or {@link #train} kept, and verifies it.
   *
   * @param foreign what to do with a cache of another model
   * @throws IncompatibleStateException if it is another model's, and may not be or cannot be used
   */
  OpenState open(Path folder, Foreign foreign);

  /** What to do with a cache that was computed for another model. */
  enum Foreign {
    /** Name both models and leave it. */
    REFUSE,
    /** Use it all the same where its shape fits, to see what that would have cost. */
    USE
  }

  /**
   * What was kept.
   *
   * @param usage tokens read and written on the way
   * @param positions of the cache
   * @param bytes of the cache
   */
  record Kept(Usage usage, int positions, long bytes) {
    public Kept {
      Objects.requireNonNull(usage, "usage");
    }
  }

  /**
   * How a cartridge is trained.
   *
   * @param positions of the cartridge
   * @param conversations that the model makes up about the texts
   * @param steps of the optimiser
   * @param seed of every random choice
   * @param start an earlier cartridge to go on from; else the cache of the texts' first tokens
   */
  record Study(int positions, int conversations, int steps, long seed, Optional<Warm> start) {
    public Study {
      if (positions < 1 || conversations < 1 || steps < 0) {
        throw new IllegalArgumentException(
            "%d positions, %d conversations, %d steps".formatted(positions, conversations, steps));
      }
      Objects.requireNonNull(start, "start");
    }
  }

  /**
   * A warm start.
   *
   * @param folder of the earlier cartridge
   * @param replay how many of its conversations are mixed in, as a share from 0 to 1
   */
  record Warm(Path folder, double replay) {
    public Warm {
      Objects.requireNonNull(folder, "folder");
      if (!(replay >= 0 && replay <= 1)) {
        throw new IllegalArgumentException("replay of " + replay);
      }
    }
  }

  /** A cache met another model than the one it was computed for. */
  final class IncompatibleStateException extends RuntimeException {
    public IncompatibleStateException(String message) {
      super(message);
    }
  }
}
