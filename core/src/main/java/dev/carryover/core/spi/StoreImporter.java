package dev.carryover.core.spi;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Takes over a store that exists already, and gives stores back in the same form. */
public interface StoreImporter {
  /** How such a store is written: what stands before the colon in {@code jsonl:PATH}. */
  String kind();

  /**
   * One store for each history.
   *
   * @param location the source after its kind, such as the path in {@code jsonl:PATH}
   * @param histories that the run is about; an item of any other history is an error
   * @param embedder the space that vectors are said to be of, where an embedder is named; the
   *     caller checks it
   * @param targets where the store of a history goes
   * @return a store for every history, by its id, in the order given
   * @throws SourceException naming file, line, cause and remedy
   */
  Map<String, MemoryStore> importStores(
      String location,
      List<History> histories,
      Optional<EmbedderIdentity> embedder,
      Function<String, StoreTarget> targets);

  /**
   * Writes stores in the form in which they are taken over.
   *
   * @param stores one for each history
   * @param folder an empty one
   * @return name of the file or folder in it that may take the original's place; empty where what
   *     was done to the stores leaves the original as it is
   */
  Optional<String> exportStores(List<MemoryStore> stores, Path folder) throws IOException;
}
