package dev.carryover.models.semantic;

import dev.carryover.core.ClaimSchema.Relation;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.models.reader.RelationChooser;
import dev.carryover.models.reader.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the relation whose names or description is most like what a sentence says beside its
 * names and codes.
 */
final class SemanticRelations implements RelationChooser {
  private static final double LEAST = 0.35;

  private final SentenceVectors vectors;

  SemanticRelations(SentenceVectors vectors) {
    this.vectors = vectors;
  }

  @Override
  public Optional<Relation> choose(Wording wording, List<Relation> among) {
    if (wording.gist().isEmpty() || among.isEmpty()) {
      return Optional.empty();
    }
    float[] said = vectors.of(List.of(wording.gist()), Purpose.DOCUMENT).get(0);
    Optional<Relation> best = Optional.empty();
    double most = LEAST;
    for (Relation relation : among) {
      double likeness = likeness(said, relation);
      if (likeness > most) {
        best = Optional.of(relation);
        most = likeness;
      }
    }
    return best;
  }

  private double likeness(float[] said, Relation relation) {
    List<String> texts = new ArrayList<>(relation.words());
    texts.add(relation.name().replace('-', ' '));
    texts.add(relation.description());
    texts.removeIf(String::isBlank);
    return vectors.of(texts, Purpose.DOCUMENT).stream()
        .mapToDouble(vector -> SentenceVectors.cosine(said, vector))
        .max()
        .orElse(0);
  }
}
