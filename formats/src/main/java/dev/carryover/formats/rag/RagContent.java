package dev.carryover.formats.rag;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.SpaceAdapter;
import dev.carryover.core.StoredItem;
import dev.carryover.core.StoredItem.Source;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.SourceException;
import dev.carryover.formats.JsonLineWriter;
import dev.carryover.formats.JsonLines;
import dev.carryover.formats.search.VectorRows;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The content of a store: {@code items.jsonl}, one item a line, and {@code vectors.npy}, whose row
 * i belongs to line i. A store without vector spaces has no {@code vectors.npy}. Where questions of
 * another space are asked, {@code adapter.bin} maps them into the store's.
 *
 * @param items in order
 * @param vectors one for each item, in the same order, where the store has any
 * @param adapter of questions, where the store has one
 */
record RagContent(
    List<RagItem> items, Optional<VectorRows> vectors, Optional<SpaceAdapter> adapter) {
  private static final String ITEMS = "items.jsonl";
  private static final String VECTORS = "vectors.npy";
  private static final String ADAPTER = "adapter.bin";

  RagContent {
    items = List.copyOf(items);
    int expected = items.size();
    vectors.ifPresent(
        rows -> {
          if (rows.count() != expected) {
            throw new SourceException(
                "%d items but %d vectors; write the store again".formatted(expected, rows.count()));
          }
        });
  }

  /** Content without an adapter. */
  RagContent(List<RagItem> items, Optional<VectorRows> vectors) {
    this(items, vectors, Optional.empty());
  }

  /**
   * Opens a store's content.
   *
   * @throws IncompatibleStoreException if the store is of another format
   * @throws SourceException if the content is not what this format writes
   */
  static RagContent of(MemoryStore store) {
    String format = store.manifest().description().format();
    if (!format.equals(RagProvider.NAME)) {
      throw new IncompatibleStoreException(
          "the store in '%s' is of format '%s', not %s; open it with its own format"
              .formatted(store.directory(), format, RagProvider.NAME));
    }
    Path file = store.content().resolve(ITEMS);
    List<RagItem> items = new ArrayList<>();
    JsonLines.read(
        file,
        Integer.MAX_VALUE - 8,
        (json, line) -> items.add(new ItemLine(file, line).read(json)));
    List<EmbedderIdentity> spaces = store.manifest().description().spaces();
    return new RagContent(
        items,
        spaces.isEmpty()
            ? Optional.empty()
            : Optional.of(NpyFile.open(store.content().resolve(VECTORS))),
        adapter(store.content().resolve(ADAPTER)));
  }

  private static Optional<SpaceAdapter> adapter(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return Optional.of(SpaceAdapter.read(in));
    } catch (IOException e) {
      throw new SourceException(
          "the adapter in '%s' cannot be used: %s; repair the store again"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  void writeTo(Path folder) throws IOException {
    try (JsonLineWriter json = new JsonLineWriter(folder.resolve(ITEMS))) {
      for (RagItem item : items) {
        write(json, item);
      }
    }
    if (vectors.isPresent()) {
      NpyFile.write(folder.resolve(VECTORS), vectors.get());
    }
    if (adapter.isPresent()) {
      try (OutputStream out =
          new BufferedOutputStream(
              Files.newOutputStream(folder.resolve(ADAPTER), StandardOpenOption.CREATE_NEW))) {
        adapter.get().writeTo(out);
      }
    }
  }

  /** What readers get. */
  List<StoredItem> storedItems() {
    return items.stream().map(RagItem::item).toList();
  }

  private static void write(JsonLineWriter json, RagItem item) throws IOException {
    json.begin().text("id", item.item().id()).text("text", item.item().text());
    json.beginArray("sources");
    for (Source source : item.item().sources()) {
      json.begin().text("event", source.event()).flag("whole", source.whole()).end();
    }
    json.endArray();
    if (item.space().isPresent()) {
      json.number("space", item.space().getAsInt());
    }
    json.endLine();
  }

  private record ItemLine(Path file, long line) {
    RagItem read(JsonParser json) throws IOException {
      Optional<String> id = Optional.empty();
      Optional<String> text = Optional.empty();
      List<Source> sources = List.of();
      OptionalInt space = OptionalInt.empty();
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String field = json.currentName();
        json.nextToken();
        switch (field) {
          case "id" -> id = Optional.of(json.getText());
          case "text" -> text = Optional.of(json.getText());
          case "sources" -> sources = sources(json);
          case "space" -> space = OptionalInt.of(json.getIntValue());
          default -> throw damaged("unknown field '" + field + "'");
        }
      }
      if (id.isEmpty() || text.isEmpty()) {
        throw damaged("a field is missing");
      }
      return new RagItem(new StoredItem(id.get(), text.get(), sources), space);
    }

    private List<Source> sources(JsonParser json) throws IOException {
      List<Source> sources = new ArrayList<>();
      while (json.nextToken() == JsonToken.START_OBJECT) {
        String event = "";
        boolean whole = false;
        while (json.nextToken() != JsonToken.END_OBJECT) {
          String field = json.currentName();
          json.nextToken();
          switch (field) {
            case "event" -> event = json.getText();
            case "whole" -> whole = json.getBooleanValue();
            default -> throw damaged("unknown field '" + field + "' of a source");
          }
        }
        sources.add(new Source(event, whole));
      }
      return sources;
    }

    private SourceException damaged(String what) {
      return JsonLines.problem(file, line, what, "the store was not written by this format");
    }
  }
}
