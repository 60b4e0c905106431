package dev.carryover.core;

import java.util.Optional;
import java.util.SortedMap;

/**
 * How far the rewrite of one store's texts got. A store that was rewritten has it among the
 * settings of its manifest.
 *
 * @param parts that a model was to rewrite
 * @param rewritten of these; the others keep their old text
 * @param losing of the rewritten: those that lack an identifier of their old text
 */
public record RewriteReach(int parts, int rewritten, int losing) {
  private static final String PARTS = "rewrite.parts";
  private static final String REWRITTEN = "rewrite.rewritten";
  private static final String LOSING = "rewrite.losing_identifiers";

  public RewriteReach {
    if (losing < 0 || rewritten < losing || parts < rewritten) {
      throw new IllegalArgumentException(
          "of %d parts %d rewritten, of which %d lost identifiers"
              .formatted(parts, rewritten, losing));
    }
  }

  /**
   * The reach that a manifest's settings tell; empty where they tell none.
   *
   * @throws NumberFormatException if what they tell is no number
   */
  public static Optional<RewriteReach> of(SortedMap<String, String> settings) {
    return settings.containsKey(PARTS)
        ? Optional.of(
            new RewriteReach(
                number(settings, PARTS), number(settings, REWRITTEN), number(settings, LOSING)))
        : Optional.empty();
  }

  /** Puts it among a manifest's settings. */
  public void putInto(SortedMap<String, String> settings) {
    settings.put(PARTS, Integer.toString(parts));
    settings.put(REWRITTEN, Integer.toString(rewritten));
    settings.put(LOSING, Integer.toString(losing));
  }

  private static int number(SortedMap<String, String> settings, String key) {
    return Integer.parseInt(settings.getOrDefault(key, ""));
  }
}
