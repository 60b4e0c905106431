package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Role;
import dev.carryover.core.SpaceAdapter;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.formats.search.ExactIndex;
import dev.carryover.formats.search.IndexHome;
import dev.carryover.formats.search.TextSearch;
import dev.carryover.formats.search.VectorIndex;
import dev.carryover.formats.search.VectorRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Decides whose vectors of a question are compared with which of a store: the query embedder's with
 * all of them, through the store's adapter where it has one, or each embedder's with its own where
 * the store keeps spaces apart.
 *
 * @param store that is read
 * @param content of it
 * @param components who may embed a question
 */
record SpaceRoutes(MemoryStore store, RagContent content, Components components) {
  /**
   * A search by vectors.
   *
   * @param vectors of the content
   * @param indexed makes an index over vectors, at a home of its own
   * @throws IncompatibleStoreException if the embedders do not fit the store's spaces
   */
  TextSearch search(
      VectorRows vectors, IndexHome home, BiFunction<VectorRows, IndexHome, VectorIndex> indexed) {
    if (Isolation.marks(description())) {
      return new IsolatedSearch(isolated(vectors, home, indexed));
    }
    Embedder embedder = components.embedder(Role.QUERY_EMBEDDER);
    UnaryOperator<float[]> intoSpace = intoSpace(embedder.identity());
    return new VectorSearch(embedder, intoSpace, indexed.apply(vectors, home));
  }

  private Description description() {
    return store.manifest().description();
  }

  private UnaryOperator<float[]> intoSpace(EmbedderIdentity queries) {
    if (content.adapter().isEmpty()) {
      requireOneDimension(queries);
      return UnaryOperator.identity();
    }
    SpaceAdapter adapter = content.adapter().get();
    if (!description().spaces().equals(List.of(adapter.to()))) {
      throw new IncompatibleStoreException(
          "the adapter of the store in '%s' maps into the space of %s, which is not the store's; repair it again"
              .formatted(store.directory(), Spaces.inWords(adapter.to())));
    }
    if (queries.equals(adapter.to())) {
      return UnaryOperator.identity();
    }
    if (queries.equals(adapter.from())) {
      return adapter::apply;
    }
    throw new IncompatibleStoreException(
        "the store is of %s, its adapter takes questions of %s, and these are of %s; ask with one of the two, or re-embed the store"
            .formatted(
                Spaces.inWords(adapter.to()),
                Spaces.inWords(adapter.from()),
                Spaces.inWords(queries)));
  }

  private void requireOneDimension(EmbedderIdentity queries) {
    Description description = description();
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

  private List<IsolatedSpace> isolated(
      VectorRows vectors, IndexHome home, BiFunction<VectorRows, IndexHome, VectorIndex> indexed) {
    List<EmbedderIdentity> spaces = description().spaces();
    List<Embedder> embedders = spaces.stream().map(this::embedderOf).toList();
    List<List<Integer>> items = new ArrayList<>();
    List<List<float[]>> rows = new ArrayList<>();
    for (int i = 0; i < spaces.size(); i++) {
      items.add(new ArrayList<>());
      rows.add(new ArrayList<>());
    }
    vectors.forEach(
        (row, vector) -> {
          int space = content.items().get(row).space().orElseThrow();
          items.get(space).add(row);
          rows.get(space).add(Arrays.copyOf(vector, spaces.get(space).dimension()));
        });
    return IntStream.range(0, spaces.size())
        .filter(space -> !items.get(space).isEmpty())
        .mapToObj(
            space -> {
              VectorRows own = VectorRows.of(spaces.get(space).dimension(), rows.get(space));
              IndexHome part =
                  new IndexHome(
                      home.folder().resolve("space-" + space), home.basis() + " space " + space);
              return new IsolatedSpace(
                  embedders.get(space), indexed.apply(own, part), items.get(space), reference(own));
            })
        .toList();
  }

  private Embedder embedderOf(EmbedderIdentity space) {
    return Stream.concat(
            components.queryEmbedder().stream(), components.furtherEmbedders().stream())
        .filter(embedder -> embedder.identity().equals(space))
        .findFirst()
        .orElseThrow(
            () ->
                new IncompatibleStoreException(
                    "the store keeps a space of %s apart, and its embedder does not run; start it, or re-embed the store"
                        .formatted(Spaces.inWords(space))));
  }

  private static ExactIndex reference(VectorRows rows) {
    int step = (rows.count() - 1) / IsolatedSpace.MOST_REFERENCES + 1;
    List<float[]> reference = new ArrayList<>();
    rows.forEach(
        (row, vector) -> {
          if (row % step == 0) {
            reference.add(vector);
          }
        });
    return ExactIndex.of(VectorRows.of(rows.dimension(), reference), 1);
  }
}
