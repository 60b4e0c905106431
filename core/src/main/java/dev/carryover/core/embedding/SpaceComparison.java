package dev.carryover.core.embedding;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.ServiceException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How near the spaces of two embedders are: the cosines between their vectors of {@link
 * EmbedderIdentity#CANARY_TEXTS}, embedded as documents (spec 1.13, rule 3).
 *
 * @param first the one embedder
 * @param second the other
 * @param cosines empty where the dimensions differ, so that there are none
 */
public record SpaceComparison(
    EmbedderIdentity first, EmbedderIdentity second, Optional<Cosines> cosines) {
  /**
   * Cosines over the canary texts.
   *
   * @param mean their mean, from -1 to 1
   * @param least the smallest of them
   */
  public record Cosines(double mean, double least) {}

  public SpaceComparison {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(second, "second");
    Objects.requireNonNull(cosines, "cosines");
  }

  /**
   * Embeds the canary texts with both.
   *
   * @throws ServiceException if an embedder fails, or returns what is no vector
   */
  public static SpaceComparison of(Embedder first, Embedder second) {
    return new SpaceComparison(
        first.identity(),
        second.identity(),
        first.identity().dimension() == second.identity().dimension()
            ? Optional.of(canaryCosines(first, second))
            : Optional.empty());
  }

  private static Cosines canaryCosines(Embedder first, Embedder second) {
    List<float[]> ours = first.embed(EmbedderIdentity.CANARY_TEXTS, Purpose.DOCUMENT);
    List<float[]> theirs = second.embed(EmbedderIdentity.CANARY_TEXTS, Purpose.DOCUMENT);
    double sum = 0;
    double least = 1;
    try {
      for (int i = 0; i < EmbedderIdentity.CANARY_TEXTS.size(); i++) {
        double cosine = Cosine.between(ours.get(i), theirs.get(i));
        sum += cosine;
        least = Math.min(least, cosine);
      }
    } catch (IllegalArgumentException e) {
      throw new ServiceException(
          "the spaces of '%s' and '%s' cannot be compared: %s"
              .formatted(first.identity().name(), second.identity().name(), e.getMessage()),
          e);
    }
    return new Cosines(sum / EmbedderIdentity.CANARY_TEXTS.size(), least);
  }

  /** Whether the two names hide one space: a mean cosine of at least 0.999. */
  public boolean oneSpace() {
    return cosines.map(c -> c.mean() >= EmbedderIdentity.SAME_SPACE_COSINE).orElse(false);
  }
}
