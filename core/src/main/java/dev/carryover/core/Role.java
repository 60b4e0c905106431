package dev.carryover.core;

/** A part that a component plays in a memory; an upgrade changes who plays it. */
public enum Role {
  WRITER,
  READER,
  INDEX_EMBEDDER,
  QUERY_EMBEDDER
}
