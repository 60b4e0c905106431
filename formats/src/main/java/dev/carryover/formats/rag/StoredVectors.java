package dev.carryover.formats.rag;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.VectorInspector;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Shows a sample of a store's vectors; nothing of a store that holds none. */
final class StoredVectors implements VectorInspector {
  @Override
  public List<EmbeddedText> sample(MemoryStore store, int count, long seed) {
    RagContent content = RagContent.of(store);
    BitSet drawn = Draw.of(count, content.items().size(), seed);
    List<EmbeddedText> sample = new ArrayList<>();
    content
        .vectors()
        .ifPresent(
            rows ->
                rows.forEach(
                    (row, vector) -> {
                      if (drawn.get(row)) {
                        StoredItem item = content.items().get(row).item();
                        sample.add(new EmbeddedText(item.id(), item.text(), vector));
                      }
                    }));
    return List.copyOf(sample);
  }
}
