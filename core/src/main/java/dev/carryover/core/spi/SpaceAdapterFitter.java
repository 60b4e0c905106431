package dev.carryover.core.spi;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.SpaceAdapter;
import java.util.List;
import java.util.Objects;

/** Fits a map from one vector space to another on texts that both embedders embedded. */
public interface SpaceAdapterFitter extends Plugin {
  /**
   * Fits; the same pairs and seed give the same map.
   *
   * @param seed of every random choice
   * @throws SettingException if the pairs do not determine a map, such as when all are equal
   */
  SpaceAdapter fit(Pairs pairs, long seed);

  /**
   * The vectors of the same texts in both spaces.
   *
   * @param from the space to map from
   * @param to the space to map to
   * @param sources one for each text, in {@code from}
   * @param targets of the same texts in the same order, in {@code to}
   */
  record Pairs(
      EmbedderIdentity from, EmbedderIdentity to, List<float[]> sources, List<float[]> targets) {
    /**
     * Checks them.
     *
     * @throws IllegalArgumentException if counts or dimensions differ, or a number is not finite
     */
    public Pairs {
      Objects.requireNonNull(from, "from");
      Objects.requireNonNull(to, "to");
      sources = List.copyOf(sources);
      targets = List.copyOf(targets);
      if (sources.size() != targets.size()) {
        throw new IllegalArgumentException(
            "%d vectors in one space and %d in the other"
                .formatted(sources.size(), targets.size()));
      }
      requireVectors(sources, from);
      requireVectors(targets, to);
    }

    /** How many there are. */
    public int count() {
      return sources.size();
    }

    private static void requireVectors(List<float[]> vectors, EmbedderIdentity space) {
      for (float[] vector : vectors) {
        if (vector.length != space.dimension()) {
          throw new IllegalArgumentException(
              "a vector of %d numbers in '%s', which has dimension %d"
                  .formatted(vector.length, space.name(), space.dimension()));
        }
        for (float coordinate : vector) {
          if (!Float.isFinite(coordinate)) {
            throw new IllegalArgumentException(
                "a vector in '%s' holds %s".formatted(space.name(), coordinate));
          }
        }
      }
    }
  }
}
