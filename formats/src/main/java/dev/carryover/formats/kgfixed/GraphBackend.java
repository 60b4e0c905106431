package dev.carryover.formats.kgfixed;

import dev.carryover.core.spi.Preflight;
import java.util.List;

/** Where claims are kept for traversal. */
interface GraphBackend extends Preflight, AutoCloseable {
  /**
   * Makes a store's claims ready.
   *
   * @param checksum of the store's content
   * @param entities of these claims
   */
  ClaimGraph open(String checksum, List<StoredClaim> claims, Entities entities);

  /** Lets go of what stores that are no longer open had in common. */
  @Override
  void close();
}
