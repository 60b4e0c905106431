package dev.carryover.formats.rag;

import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of the format.
 *
 * @param chunk limit of a chunk in characters; empty for one event a chunk
 * @param k how many chunks a read returns at most
 * @param index how chunks are found
 * @param beam candidates that an approximate search keeps, and depth of the rankings that are fused
 */
record RagSettings(OptionalInt chunk, int k, IndexKind index, int beam) {
  static final String CHUNK = "chunk";
  static final String K = "k";
  static final String INDEX = "index";
  static final String EF = "ef";

  static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(CHUNK, "512", "characters of a chunk at most, or event: one event a chunk"),
          new Parameter(K, "8", "chunks that a read returns"),
          new Parameter(
              INDEX,
              IndexKind.EXACT.label(),
              "one of " + String.join(", ", IndexKind.labels()) + "; hnswlib differs between runs"),
          new Parameter(
              EF, "128", "candidates that lucene-hnsw, hnswlib and each side of hybrid look at"));

  private static final String EVENT = "event";

  static RagSettings from(Settings settings) {
    return new RagSettings(
        chunk(settings),
        settings.integer(K, 8, 1, 10_000),
        IndexKind.labelled(settings.choice(INDEX, IndexKind.EXACT.label(), IndexKind.labels())),
        settings.integer(EF, 128, 1, 10_000));
  }

  SortedMap<String, String> asMap() {
    SortedMap<String, String> map = new TreeMap<>();
    map.put(CHUNK, chunk.isPresent() ? Integer.toString(chunk.getAsInt()) : EVENT);
    map.put(K, Integer.toString(k));
    map.put(INDEX, index.label());
    map.put(EF, Integer.toString(beam));
    return map;
  }

  private static OptionalInt chunk(Settings settings) {
    if (settings.text(CHUNK).filter(EVENT::equals).isPresent()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(settings.integer(CHUNK, 512, 1, 1_000_000));
  }
}
