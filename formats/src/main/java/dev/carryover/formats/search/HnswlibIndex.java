package dev.carryover.formats.search;

import com.github.jelmerk.hnswlib.core.DistanceFunctions;
import com.github.jelmerk.hnswlib.core.Item;
import com.github.jelmerk.hnswlib.core.hnsw.HnswIndex;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds close vectors in hnswlib's graph: approximate, in memory, built by one thread when it is
 * made. The library draws a vector's level without a seed: two indexes over the same vectors may
 * differ in what they miss. Where runs must repeat to the bit, take {@link LuceneHnswIndex} or
 * {@link ExactIndex}.
 */
public final class HnswlibIndex implements VectorIndex {
  private final HnswIndex<Integer, float[], Vector, Float> graph;
  private final int count;
  private final int beam;

  private HnswlibIndex(HnswIndex<Integer, float[], Vector, Float> graph, int count, int beam) {
    this.graph = graph;
    this.count = count;
    this.beam = beam;
  }

  /**
   * An index over these vectors.
   *
   * @param beam candidates that a search keeps; more finds more, and takes longer
   */
  public static HnswlibIndex of(VectorRows rows, int beam) {
    HnswIndex<Integer, float[], Vector, Float> graph =
        HnswIndex.newBuilder(
                rows.dimension(), DistanceFunctions.FLOAT_INNER_PRODUCT, Math.max(1, rows.count()))
            .withM(HnswShape.M)
            .withEfConstruction(HnswShape.BUILD_BEAM)
            .withEf(beam)
            .build();
    rows.forEach((row, vector) -> graph.add(new Vector(row, UnitLength.of(vector))));
    return new HnswlibIndex(graph, rows.count(), beam);
  }

  @Override
  public List<List<Hit>> nearest(List<float[]> queries, int k) {
    List<List<Hit>> found = new ArrayList<>(queries.size());
    for (float[] query : queries) {
      found.add(count == 0 ? List.of() : nearest(UnitLength.of(query), k));
    }
    return found;
  }

  /** The whole beam is sorted before it is cut, so that equal scores come in one order. */
  private List<Hit> nearest(float[] query, int k) {
    return graph.findNearest(query, Math.max(k, beam)).stream()
        .map(result -> new Hit(result.item().id(), 1.0 - result.distance()))
        .sorted(Hit.BEST_FIRST)
        .limit(k)
        .toList();
  }

  private record Vector(Integer id, float[] vector) implements Item<Integer, float[]> {
    @Override
    public int dimensions() {
      return vector.length;
    }
  }
}
