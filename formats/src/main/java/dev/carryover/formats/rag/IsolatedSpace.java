package dev.carryover.formats.rag;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.formats.search.ExactIndex;
import dev.carryover.formats.search.Hit;
import dev.carryover.formats.search.VectorIndex;
import java.util.ArrayList;
import java.util.List;

/**
 * The items of one space, asked by its own embedder.
 *
 * @param embedder of the questions; stays open when this is closed
 * @param index of the space's vectors
 * @param items the number in the store of each of its vectors
 * @param reference some of them, evenly spread: what the cosines of a question are compared with
 */
record IsolatedSpace(
    Embedder embedder, VectorIndex index, List<Integer> items, ExactIndex reference) {
  /** Vectors at most that a question is compared with to see what its cosines are like. */
  static final int MOST_REFERENCES = 1_000;

  /** The best for each question, scored in standard deviations over its mean cosine. */
  List<List<Hit>> search(List<String> questions, int k) {
    List<float[]> queries = Embedding.of(questions, Purpose.QUERY, embedder);
    List<List<Hit>> nearest = index.nearest(queries, k);
    List<List<Hit>> compared = reference.nearest(queries, MOST_REFERENCES);
    List<List<Hit>> scored = new ArrayList<>();
    for (int i = 0; i < nearest.size(); i++) {
      scored.add(standardised(nearest.get(i), compared.get(i)));
    }
    return scored;
  }

  /** Where all cosines are one, as in a space of one item, no hit stands out: all score 0. */
  private List<Hit> standardised(List<Hit> hits, List<Hit> compared) {
    double mean = compared.stream().mapToDouble(Hit::score).average().orElse(0);
    double variance =
        compared.stream()
            .mapToDouble(hit -> (hit.score() - mean) * (hit.score() - mean))
            .average()
            .orElse(0);
    double deviation = Math.sqrt(variance);
    return hits.stream()
        .map(
            hit ->
                new Hit(
                    items.get(hit.item()), deviation > 0 ? (hit.score() - mean) / deviation : 0))
        .toList();
  }

  void close() {
    index.close();
  }
}
