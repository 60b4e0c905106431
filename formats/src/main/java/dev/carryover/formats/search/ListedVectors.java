package dev.carryover.formats.search;

import java.util.List;

/** Vectors that are in memory already. */
record ListedVectors(int dimension, List<float[]> vectors) implements VectorRows {
  ListedVectors {
    for (float[] vector : vectors) {
      if (vector.length != dimension) {
        throw new IllegalArgumentException(
            "a vector of %d numbers among those of %d".formatted(vector.length, dimension));
      }
    }
  }

  @Override
  public int count() {
    return vectors.size();
  }

  @Override
  public void forEach(RowConsumer consumer) {
    for (int row = 0; row < vectors.size(); row++) {
      consumer.accept(row, vectors.get(row));
    }
  }
}
