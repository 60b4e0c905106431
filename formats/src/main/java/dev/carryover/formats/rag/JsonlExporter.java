package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.SpaceAdapter;
import dev.carryover.core.StoredItem.Source;
import dev.carryover.formats.JsonLineWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Writes stores as {@code store.jsonl}, one item a line, as a store is taken over; in a store of
 * several spaces each line also names its {@code space}. Where stores have adapters, {@code
 * adapters.jsonl} has a line for each: {@code history}, {@code from} and {@code to}, which name
 * embedders, {@code bias}, and {@code matrix} as a list of rows. A question's vector {@code x}
 * becomes {@code matrix x + bias}, scaled to length 1.
 */
final class JsonlExporter {
  private static final String STORE = "store.jsonl";
  private static final String ADAPTERS = "adapters.jsonl";

  private JsonlExporter() {}

  /** The file that may take the original's place; none where adapters leave the vectors alone. */
  static Optional<String> export(List<MemoryStore> stores, Path folder) throws IOException {
    boolean adapted = false;
    try (JsonLineWriter json = new JsonLineWriter(folder.resolve(STORE))) {
      for (MemoryStore store : stores) {
        RagContent content = RagContent.of(store);
        adapted |= content.adapter().isPresent();
        writeItems(store, content, json);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (!adapted) {
      return Optional.of(STORE);
    }
    try (JsonLineWriter json = new JsonLineWriter(folder.resolve(ADAPTERS))) {
      for (MemoryStore store : stores) {
        Optional<SpaceAdapter> adapter = RagContent.of(store).adapter();
        if (adapter.isPresent()) {
          write(store.manifest().description().history(), adapter.get(), json);
        }
      }
    }
    return Optional.empty();
  }

  private static void writeItems(MemoryStore store, RagContent content, JsonLineWriter json) {
    List<EmbedderIdentity> spaces = store.manifest().description().spaces();
    String history = store.manifest().description().history();
    content
        .vectors()
        .orElseThrow()
        .forEach(
            (row, vector) -> {
              try {
                write(history, content.items().get(row), vector, spaces, json);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private static void write(
      String history,
      RagItem item,
      float[] vector,
      List<EmbedderIdentity> spaces,
      JsonLineWriter json)
      throws IOException {
    EmbedderIdentity space = spaces.get(item.space().orElseThrow());
    json.begin().text("id", item.item().id()).text("text", item.item().text());
    json.numbers("vector", Arrays.copyOf(vector, space.dimension()));
    json.text("history", history);
    if (!item.item().sources().isEmpty()) {
      json.texts("events", item.item().sources().stream().map(Source::event).toList());
    }
    if (spaces.size() > 1) {
      json.text("space", space.name());
    }
    json.endLine();
  }

  private static void write(String history, SpaceAdapter adapter, JsonLineWriter json)
      throws IOException {
    json.begin()
        .text("history", history)
        .text("from", adapter.from().name())
        .text("to", adapter.to().name())
        .numbers("bias", adapter.bias())
        .beginArray("matrix");
    for (float[] row : adapter.matrix()) {
      json.numbers(row);
    }
    json.endArray().endLine();
  }
}
