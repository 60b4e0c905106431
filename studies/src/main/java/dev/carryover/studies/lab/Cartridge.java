package dev.carryover.studies.lab;

import dev.carryover.core.Usage;
import dev.carryover.models.transformer.KvCache;
import java.util.Objects;
import java.util.Set;

/**
 * A cartridge that is loaded.
 *
 * @param cache for the caller to close
 * @param usage tokens that its training took
 * @param asked the questions that the model asked itself in training
 */
public record Cartridge(KvCache cache, Usage usage, Set<String> asked) {
  public Cartridge {
    Objects.requireNonNull(cache, "cache");
    Objects.requireNonNull(usage, "usage");
    asked = Set.copyOf(asked);
  }
}
