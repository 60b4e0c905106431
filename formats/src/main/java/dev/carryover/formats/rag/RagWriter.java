package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Role;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.StoreTarget;
import dev.carryover.formats.search.VectorRows;
import java.util.List;
import java.util.Optional;

/** Cuts a history into chunks and embeds them, where the index uses vectors. */
record RagWriter(RagSettings settings) implements MemoryWriter {
  @Override
  public MemoryStore write(History history, Components components, long seed, StoreTarget target) {
    List<StoredItem> chunks = Chunker.chunks(history.events(), settings.chunk());
    if (!settings.index().usesVectors()) {
      RagContent texts = new RagContent(RagItem.withoutVectors(chunks), Optional.empty());
      return target.write(description(history, List.of(), seed), texts::writeTo);
    }
    Embedder embedder = components.embedder(Role.INDEX_EMBEDDER);
    EmbedderIdentity space = embedder.identity();
    RagContent content =
        new RagContent(
            RagItem.inOneSpace(chunks),
            Optional.of(VectorRows.of(space.dimension(), Embedding.ofItems(chunks, embedder))));
    return target.write(description(history, List.of(space), seed), content::writeTo);
  }

  private Description description(History history, List<EmbedderIdentity> spaces, long seed) {
    return new Description(
        RagProvider.NAME,
        history.id(),
        Optional.empty(),
        spaces,
        settings.asMap(),
        seed,
        Optional.empty());
  }
}
