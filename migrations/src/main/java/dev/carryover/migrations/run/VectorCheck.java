package dev.carryover.migrations.run;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Seeds;
import dev.carryover.core.embedding.Cosine;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.VectorInspector;
import dev.carryover.core.spi.VectorInspector.EmbeddedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks that the vectors of a given store are those of the old embedder. */
final class VectorCheck {
  /** Stored texts that are embedded again, over all histories. */
  private static final int SAMPLE = 64;

  private VectorCheck() {}

  /**
   * Embeds a seeded sample of the stored texts again.
   *
   * @param said the embedder that is said to have made the vectors
   * @param others embedders that may have made them instead
   * @return the finding, with its figures, if they do not agree
   */
  static Optional<Problem> check(
      List<MemoryStore> stores,
      VectorInspector inspector,
      Embedder said,
      List<Embedder> others,
      long seed) {
    List<EmbeddedText> sample = new ArrayList<>();
    int each = Math.max(1, SAMPLE / Math.max(1, stores.size()));
    for (MemoryStore store : stores) {
      sample.addAll(
          inspector.sample(
              store, each, Seeds.derive(seed, "vector check", store.manifest().sha256())));
    }
    if (sample.isEmpty()) {
      return Optional.empty();
    }
    Agreement agreement = Agreement.of(sample, said);
    if (agreement.holds()) {
      return Optional.empty();
    }
    String instead =
        others.stream()
            .filter(other -> other.identity().dimension() == sample.get(0).vector().length)
            .filter(other -> Agreement.of(sample, other).holds())
            .map(other -> ", but those of '" + other.identity().name() + "'")
            .findFirst()
            .orElse("");
    return Optional.of(
        new Problem(
            ("the stored vectors are not those of '%s'%s: of %d stored texts embedded again, %d"
                    + " agree (cosine at least %s); mean cosine %.4f, least %.4f")
                .formatted(
                    said.identity().name(),
                    instead,
                    sample.size(),
                    agreement.alike(),
                    EmbedderIdentity.SAME_SPACE_COSINE,
                    agreement.mean(),
                    agreement.least()),
            "name the embedder that made them under 'old', or export text and vectors that belong"
                + " together"));
  }

  /** How well stored vectors and new ones of the same texts agree. */
  private record Agreement(int alike, double mean, double least) {
    static Agreement of(List<EmbeddedText> sample, Embedder embedder) {
      List<float[]> again =
          embedder.embed(sample.stream().map(EmbeddedText::text).toList(), Purpose.DOCUMENT);
      double sum = 0;
      double least = 1;
      int alike = 0;
      for (int i = 0; i < again.size(); i++) {
        double cosine = Cosine.between(sample.get(i).vector(), again.get(i));
        sum += cosine;
        least = Math.min(least, cosine);
        alike += cosine >= EmbedderIdentity.SAME_SPACE_COSINE ? 1 : 0;
      }
      return new Agreement(alike, sum / again.size(), least);
    }

    boolean holds() {
      return mean >= EmbedderIdentity.SAME_SPACE_COSINE;
    }
  }
}
