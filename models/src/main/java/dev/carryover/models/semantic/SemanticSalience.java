package dev.carryover.models.semantic;

import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.models.text.Utterance;
import dev.carryover.models.writer.Salience;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Ranks sentences by what they mean: how much more like a few descriptions of lasting facts than
 * like descriptions of small talk, less their likeness to what is kept already (maximal marginal
 * relevance, Carbonell and Goldstein 1998).
 */
final class SemanticSalience implements Salience {
  private static final double REPEATING = 0.3;
  private static final List<String> LASTING =
      List.of(
          "A fact that somebody may want to look up later.",
          "The name, number or other identifier of a person or a thing.",
          "How people and things are related to one another.",
          "Something is not any more as it was before.",
          "Who said something, and whether it can be relied on.");
  private static final List<String> PASSING =
      List.of("Small talk, greetings and thanks.", "A remark about the moment, soon forgotten.");

  private final SentenceVectors vectors;

  SemanticSalience(SentenceVectors vectors) {
    this.vectors = vectors;
  }

  @Override
  public List<Integer> ranking(List<Utterance> sentences, int maxBytes) {
    List<String> texts = sentences.stream().map(Utterance::standalone).toList();
    List<float[]> said = vectors.of(texts, Purpose.DOCUMENT);
    double[] worth = worth(said);
    double[] repeating = new double[worth.length];
    Arrays.fill(repeating, -1);
    boolean[] taken = new boolean[worth.length];
    List<Integer> ranking = new ArrayList<>();
    long bytes = 0;
    while (ranking.size() < worth.length && bytes <= maxBytes) {
      int best = best(worth, repeating, taken);
      taken[best] = true;
      ranking.add(best);
      bytes += texts.get(best).getBytes(StandardCharsets.UTF_8).length;
      for (int i = 0; i < worth.length; i++) {
        if (!taken[i]) {
          repeating[i] =
              Math.max(repeating[i], SentenceVectors.cosine(said.get(best), said.get(i)));
        }
      }
    }
    return ranking;
  }

  private double[] worth(List<float[]> said) {
    List<float[]> lasting = vectors.of(LASTING, Purpose.DOCUMENT);
    List<float[]> passing = vectors.of(PASSING, Purpose.DOCUMENT);
    return said.stream()
        .mapToDouble(vector -> likest(vector, lasting) - likest(vector, passing))
        .toArray();
  }

  private static double likest(float[] vector, List<float[]> others) {
    return others.stream()
        .mapToDouble(other -> SentenceVectors.cosine(vector, other))
        .max()
        .orElse(0);
  }

  /** The first of those that are most worth keeping beside what is kept already. */
  private static int best(double[] worth, double[] repeating, boolean[] taken) {
    int best = -1;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < worth.length; i++) {
      double value = (1 - REPEATING) * worth[i] - REPEATING * repeating[i];
      if (!taken[i] && value > most) {
        best = i;
        most = value;
      }
    }
    return best;
  }
}
