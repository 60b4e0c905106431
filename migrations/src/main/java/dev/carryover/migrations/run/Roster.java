package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.embedding.MemoizedEmbedder;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.ReaderModel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The running components by name. Within a history a text is embedded once for each repeat; a
 * repeat never sees another's vectors.
 */
final class Roster {
  private final Map<String, Embedder> embedders;
  private final Map<String, ReaderModel> readers;
  private final Map<String, MemoizedEmbedder> memoized = new LinkedHashMap<>();

  Roster(Map<String, Embedder> embedders, Map<String, ReaderModel> readers) {
    this.embedders = new LinkedHashMap<>(embedders);
    this.readers = new LinkedHashMap<>(readers);
  }

  EmbedderIdentity identity(String embedder) {
    return live(embedder).identity();
  }

  ReaderModel reader(String name) {
    return required(readers, name);
  }

  /** The components of a cell whose store is there already. */
  Components readers(Cell cell) {
    return components(Cell.NOBODY, cell.queryEmbedder(), cell.repeat());
  }

  /** The components that write with this embedder. */
  Components writers(String indexEmbedder, int repeat) {
    return components(indexEmbedder, Cell.NOBODY, repeat);
  }

  /** Forgets every vector: the next history shares none. */
  void forget() {
    memoized.values().forEach(MemoizedEmbedder::clear);
  }

  /** How many texts were really embedded so far. */
  long embeddedTexts() {
    return memoized.values().stream().mapToLong(MemoizedEmbedder::textsEmbedded).sum();
  }

  private Components components(String index, String query, int repeat) {
    return Components.NONE.withEmbedders(embedder(index, repeat), embedder(query, repeat));
  }

  private Optional<Embedder> embedder(String name, int repeat) {
    if (name.equals(Cell.NOBODY)) {
      return Optional.empty();
    }
    return Optional.of(
        memoized.computeIfAbsent(name + "#" + repeat, key -> new MemoizedEmbedder(live(name))));
  }

  private Embedder live(String name) {
    return required(embedders, name);
  }

  private static <T> T required(Map<String, T> components, String name) {
    T component = components.get(name);
    if (component == null) {
      throw new IllegalArgumentException(
          "no component named '" + name + "' is running; running are " + components.keySet());
    }
    return component;
  }
}
