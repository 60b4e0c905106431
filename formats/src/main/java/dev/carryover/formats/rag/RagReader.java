package dev.carryover.formats.rag;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryReader;
import dev.carryover.formats.search.ExactIndex;
import dev.carryover.formats.search.FusedSearch;
import dev.carryover.formats.search.Hit;
import dev.carryover.formats.search.HnswlibIndex;
import dev.carryover.formats.search.IndexHome;
import dev.carryover.formats.search.KeywordIndex;
import dev.carryover.formats.search.LuceneHnswIndex;
import dev.carryover.formats.search.TextSearch;
import dev.carryover.formats.search.VectorIndex;
import dev.carryover.formats.search.VectorRows;
import java.util.List;
import java.util.Optional;

/** Finds the chunks that fit a question best. */
record RagReader(RagSettings settings) implements MemoryReader {
  @Override
  public Memory open(MemoryStore store, Components components) {
    RagContent content = RagContent.of(store);
    List<StoredItem> items = content.storedItems();
    IndexHome home = new IndexHome(store.index(), "content " + store.manifest().sha256());
    TextSearch search =
        switch (settings.index()) {
          case BM25 -> byWords(items, home);
          case HYBRID ->
              new FusedSearch(
                  byVectors(store, content, components, home),
                  byWords(items, home),
                  settings.beam());
          case EXACT, LUCENE_HNSW, HNSWLIB -> byVectors(store, content, components, home);
        };
    return new OpenStore(items, search, settings.k());
  }

  private static TextSearch byWords(List<StoredItem> items, IndexHome home) {
    return KeywordIndex.open(items.stream().map(StoredItem::text).toList(), home);
  }

  private TextSearch byVectors(
      MemoryStore store, RagContent content, Components components, IndexHome home) {
    return new SpaceRoutes(store, content, components)
        .search(requireVectors(store, content.vectors()), home, this::index);
  }

  private VectorIndex index(VectorRows vectors, IndexHome home) {
    return switch (settings.index()) {
      case LUCENE_HNSW -> LuceneHnswIndex.open(vectors, settings.beam(), home);
      case HNSWLIB -> HnswlibIndex.of(vectors, settings.beam());
      case EXACT, HYBRID, BM25 ->
          ExactIndex.of(vectors, Runtime.getRuntime().availableProcessors());
    };
  }

  private VectorRows requireVectors(MemoryStore store, Optional<VectorRows> vectors) {
    return vectors.orElseThrow(
        () ->
            new IncompatibleStoreException(
                "the store in '%s' holds no vectors, which index %s needs; write it with this"
                        .formatted(store.directory(), settings.index().label())
                    + " index, or read it with index bm25"));
  }

  private record OpenStore(List<StoredItem> items, TextSearch search, int k) implements Memory {
    @Override
    public List<Recollection> read(List<Question> questions) {
      if (items.isEmpty()) {
        return questions.stream().map(question -> passages(List.of())).toList();
      }
      return search.search(questions.stream().map(Question::text).toList(), k).stream()
          .map(this::passages)
          .toList();
    }

    private Recollection passages(List<Hit> hits) {
      return new Passages(hits.stream().map(hit -> items.get(hit.item())).toList(), true);
    }

    @Override
    public void close() {
      search.close();
    }
  }
}
