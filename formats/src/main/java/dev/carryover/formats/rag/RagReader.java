package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.Role;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.Embedder;
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
import java.util.stream.Collectors;

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
    Embedder embedder = components.embedder(Role.QUERY_EMBEDDER);
    VectorRows vectors = requireVectors(store, content.vectors());
    requireOneDimension(store.manifest().description(), embedder.identity());
    return new VectorSearch(embedder, index(vectors, home));
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

  private static void requireOneDimension(Description description, EmbedderIdentity queries) {
    if (description.spaces().size() > 1 && description.ancestor().isEmpty()) {
      throw new IncompatibleStoreException(
          "the store of history '%s' mixes vectors of %s, and no repair says so; write it again"
              .formatted(
                  description.history(),
                  description.spaces().stream()
                      .map(Spaces::inWords)
                      .collect(Collectors.joining(" and "))));
    }
    for (EmbedderIdentity space : description.spaces()) {
      if (space.dimension() != queries.dimension()) {
        throw new IncompatibleStoreException(
            "the store holds vectors of %s, the questions' are of %s; re-embed the store, or ask"
                    .formatted(Spaces.inWords(space), Spaces.inWords(queries))
                + " with an embedder of the store's dimension");
      }
    }
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
