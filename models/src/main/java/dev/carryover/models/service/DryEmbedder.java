package dev.carryover.models.service;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.Embedder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An embedding model that is asked nothing: texts are charged with 4 bytes a token, and a vector
 * tells one text from some others, so that what is fitted on vectors can be.
 */
final class DryEmbedder implements Embedder {
  private static final int SOME_DIMENSION = 8;

  private final EmbedderIdentity identity;
  private final EmbedderOptions options;
  private final CallBudget budget;

  DryEmbedder(Optional<String> name, EmbedderOptions options, CallBudget budget) {
    this.identity =
        new EmbedderIdentity(
            name.orElse("the only model served"),
            options.dimension().orElse(SOME_DIMENSION),
            "dry run");
    this.options = options;
    this.budget = budget;
  }

  @Override
  public EmbedderIdentity identity() {
    return identity;
  }

  @Override
  public List<float[]> embed(List<String> texts, Purpose purpose) {
    Usage most =
        new Usage(
            TokenEstimate.usual(
                texts.stream().map(t -> options.prefixed(t, purpose)).toArray(String[]::new)),
            0);
    budget.reserve(most);
    budget.settle(most, most);
    List<float[]> vectors = new ArrayList<>(texts.size());
    for (String text : texts) {
      float[] vector = new float[identity.dimension()];
      vector[Math.floorMod(text.hashCode(), vector.length)] = 1;
      vectors.add(vector);
    }
    return vectors;
  }
}
