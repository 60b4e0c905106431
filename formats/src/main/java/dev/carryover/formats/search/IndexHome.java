package dev.carryover.formats.search;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where derived indexes live.
 *
 * @param folder made when it is needed; an index in it can always be rebuilt
 * @param basis names what indexes are derived from, such as a checksum: an index of another basis
 *     is not used
 */
public record IndexHome(Path folder, String basis) {
  public IndexHome {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(basis, "basis");
  }
}
