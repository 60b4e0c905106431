package dev.carryover.formats.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the closest vectors by comparing with all of them: recall is 1, and equal inputs give equal
 * scores to the bit, whatever the machine, the batch or the number of threads.
 */
public final class ExactIndex implements VectorIndex {
  /** Queries that are compared with a block at once. */
  private static final int QUERIES_AT_ONCE = 32;

  /** Multiplications below which a second thread costs more than it brings. */
  private static final long WORTH_A_THREAD = 4_000_000;

  private final List<VectorBlock> blocks;
  private final int count;
  private final int dimension;
  private final int threads;

  private ExactIndex(List<VectorBlock> blocks, int count, int dimension, int threads) {
    this.blocks = blocks;
    this.count = count;
    this.dimension = dimension;
    this.threads = threads;
  }

  /**
   * An index over these vectors, kept in memory and scaled to length 1.
   *
   * @param threads at most this many work on one call, at least 1
   */
  public static ExactIndex of(VectorRows rows, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", must be at least 1");
    }
    List<VectorBlock> blocks = new ArrayList<>();
    for (int first = 0; first < rows.count(); first += VectorBlock.FULL) {
      int size = Math.min(VectorBlock.FULL, rows.count() - first);
      blocks.add(VectorBlock.empty(first, size, rows.dimension()));
    }
    rows.forEach(
        (row, vector) -> blocks.get(row / VectorBlock.FULL).put(row, UnitLength.of(vector)));
    return new ExactIndex(List.copyOf(blocks), rows.count(), rows.dimension(), threads);
  }

  @Override
  public List<List<Hit>> nearest(List<float[]> queries, int k) {
    int kept = Math.min(k, count);
    if (kept < 1) {
      return queries.stream().map(query -> List.<Hit>of()).toList();
    }
    float[][] units = new float[queries.size()][];
    for (int i = 0; i < units.length; i++) {
      units[i] = UnitLength.of(requireDimension(queries.get(i)));
    }
    return merged(searched(units, kept)).stream().map(TopHits::hits).toList();
  }

  private float[] requireDimension(float[] query) {
    if (query.length != dimension) {
      throw new IllegalArgumentException(
          "a query of %d numbers against vectors of %d".formatted(query.length, dimension));
    }
    return query;
  }

  /** Each part of the blocks in order, searched on a thread of its own where that pays. */
  private List<List<TopHits>> searched(float[][] queries, int k) {
    int parts = parts(queries.length);
    IntStream numbers = IntStream.range(0, parts);
    return (parts == 1 ? numbers : numbers.parallel())
        .mapToObj(part -> search(part(part, parts), queries, k))
        .toList();
  }

  private int parts(int queries) {
    long work = (long) queries * count * dimension;
    return (int) Math.max(1, Math.min(Math.min(threads, blocks.size()), work / WORTH_A_THREAD));
  }

  private List<VectorBlock> part(int part, int parts) {
    long size = blocks.size();
    return blocks.subList((int) (size * part / parts), (int) (size * (part + 1) / parts));
  }

  private static List<TopHits> search(List<VectorBlock> part, float[][] queries, int k) {
    TopHits[] best = new TopHits[queries.length];
    Arrays.setAll(best, query -> new TopHits(k));
    float[][] scores = new float[Math.min(QUERIES_AT_ONCE, queries.length)][part.get(0).count()];
    for (VectorBlock block : part) {
      for (int from = 0; from < queries.length; from += QUERIES_AT_ONCE) {
        int to = Math.min(from + QUERIES_AT_ONCE, queries.length);
        block.score(queries, from, to, scores);
        for (int query = from; query < to; query++) {
          best[query].offer(scores[query - from], block.count(), block.first());
        }
      }
    }
    return List.of(best);
  }

  private static List<TopHits> merged(List<List<TopHits>> parts) {
    List<TopHits> best = parts.get(0);
    for (List<TopHits> part : parts.subList(1, parts.size())) {
      for (int query = 0; query < best.size(); query++) {
        best.get(query).offer(part.get(query));
      }
    }
    return best;
  }
}
