package dev.carryover.formats.search;

/** How our HNSW graphs are built, whichever library builds them. */
final class HnswShape {
  /** Links of a vector to its neighbours. */
  static final int M = 16;

  /** Candidates that are kept while a vector is being linked. */
  static final int BUILD_BEAM = 100;

  private HnswShape() {}
}
