package dev.carryover.formats.kgfixed;

import java.util.List;

/** This process: every open store has a graph of its own. */
final class EmbeddedBackend implements GraphBackend {
  @Override
  public ClaimGraph open(String checksum, List<StoredClaim> claims, Entities entities) {
    return new EmbeddedGraph(claims.size(), entities);
  }

  @Override
  public void close() {}
}
