package dev.carryover.formats.search;

import java.util.List;

/** Vectors of one dimension in a fixed order, read one after another. */
public interface VectorRows {
  /** How many. */
  int count();

  /** Of each vector. */
  int dimension();

  /** Shows every vector in order. */
  void forEach(RowConsumer consumer);

  /** Takes one vector. */
  @FunctionalInterface
  interface RowConsumer {
    /**
     * @param row from 0
     * @param vector may be kept, must not be changed
     */
    void accept(int row, float[] vector);
  }

  /** These vectors. */
  static VectorRows of(int dimension, List<float[]> vectors) {
    return new ListedVectors(dimension, List.copyOf(vectors));
  }
}
