package dev.carryover.formats.rag;

import java.util.Arrays;
import java.util.List;

/** How chunks are found. All but {@link #EXACT} go beyond the paper. */
enum IndexKind {
  /** Compares the question's vector with every chunk's. */
  EXACT("exact"),
  /** Lucene's HNSW graph, on disk. */
  LUCENE_HNSW("lucene-hnsw"),
  /** hnswlib's graph, in memory; unseeded, so that two openings may differ. */
  HNSWLIB("hnswlib"),
  /** Words alone: neither chunks nor questions are embedded. */
  BM25("bm25"),
  /** The rankings of {@link #EXACT} and {@link #BM25}, fused. */
  HYBRID("hybrid");

  private final String label;

  IndexKind(String label) {
    this.label = label;
  }

  /** The kind with this label, which must be one of {@link #labels()}. */
  static IndexKind labelled(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no index is called '" + label + "'"));
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(IndexKind::label).toList();
  }

  /** As settings write it. */
  String label() {
    return label;
  }

  boolean usesVectors() {
    return this != BM25;
  }
}
