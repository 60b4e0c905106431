package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.spi.StoreEditor;
import dev.carryover.core.spi.StoreTarget;
import dev.carryover.formats.search.VectorRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Empties stores, and gives every item another one's vector. A vector takes the number of its space
 * along; a lone item keeps its vector.
 *
 * @param vectors whether stores hold any
 */
record RagEditor(boolean vectors) implements StoreEditor {
  @Override
  public Set<Edit> edits() {
    return vectors ? Set.of(Edit.EMPTY, Edit.SHUFFLED) : Set.of(Edit.EMPTY);
  }

  @Override
  public MemoryStore edit(MemoryStore store, Edit edit, long seed, StoreTarget target) {
    if (!edits().contains(edit)) {
      throw new IllegalArgumentException("stores without vectors cannot be made " + edit);
    }
    RagContent content = RagContent.of(store);
    List<EmbedderIdentity> spaces = store.manifest().description().spaces();
    RagContent edited =
        switch (edit) {
          case EMPTY -> emptied(content);
          case SHUFFLED -> shuffled(content, seed);
        };
    String method =
        switch (edit) {
          case EMPTY -> "empty";
          case SHUFFLED -> "shuffled";
        };
    return target.write(Descendant.of(store, method, spaces, seed), edited::writeTo);
  }

  private static RagContent emptied(RagContent content) {
    return new RagContent(
        List.of(),
        content.vectors().map(rows -> VectorRows.of(rows.dimension(), List.of())),
        content.adapter());
  }

  private static RagContent shuffled(RagContent content, long seed) {
    Optional<VectorRows> rows = content.vectors();
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("the store holds no vectors to shuffle");
    }
    int[] from = cycle(content.items().size(), seed);
    float[][] vectors = new float[from.length][];
    rows.get().forEach((row, vector) -> vectors[row] = vector);
    List<RagItem> items = new ArrayList<>();
    List<float[]> moved = new ArrayList<>();
    for (int i = 0; i < from.length; i++) {
      items.add(new RagItem(content.items().get(i).item(), content.items().get(from[i]).space()));
      moved.add(vectors[from[i]]);
    }
    return new RagContent(
        items, Optional.of(VectorRows.of(rows.get().dimension(), moved)), content.adapter());
  }

  /** A random permutation that is one cycle (Sattolo's), and so leaves nothing in its place. */
  private static int[] cycle(int size, long seed) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      places.add(i);
    }
    Random random = new Random(seed);
    for (int last = size - 1; last > 0; last--) {
      Collections.swap(places, last, random.nextInt(last));
    }
    return places.stream().mapToInt(Integer::intValue).toArray();
  }
}
