package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import dev.carryover.core.StoredItem.Source;
import java.util.Objects;
import java.util.Optional;

/**
 * A claim in a store.
 *
 * @param id unique within its store
 * @param claim what is claimed
 * @param supersedes id of the claim that it takes the place of
 * @param whole whether it holds all that its event identifies, see {@link Wholeness}
 */
record StoredClaim(String id, Claim claim, Optional<String> supersedes, boolean whole) {
  StoredClaim {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(claim, "claim");
    Objects.requireNonNull(supersedes, "supersedes");
  }

  /** The event that it stems from. */
  Source origin() {
    return new Source(claim.event(), whole);
  }
}
