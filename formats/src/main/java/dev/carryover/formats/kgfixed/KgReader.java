package dev.carryover.formats.kgfixed;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Brings back the claims that a question leads to, within the bytes that a reader is given. */
record KgReader(KgSettings settings, GraphBackend backend) implements MemoryReader {
  @Override
  public Memory open(MemoryStore store, Components components) {
    KgContent content = KgContent.of(store);
    OpenClaims claims = new OpenClaims(content);
    ClaimGraph graph = backend.open(store.manifest().sha256(), content.claims(), claims.entities());
    return new OpenStore(
        Sentences.items(content),
        graph,
        new Traversal(claims, graph, settings.hops(), settings.limit()),
        components.allowances().readerBytes());
  }

  private record OpenStore(
      List<StoredItem> items, ClaimGraph graph, Traversal traversal, int readerBytes)
      implements Memory {
    @Override
    public List<Recollection> read(List<Question> questions) {
      return questions.stream().map(this::read).toList();
    }

    private Recollection read(Question question) {
      List<StoredItem> fitting = new ArrayList<>();
      long left = readerBytes;
      for (int place : traversal.find(question.text())) {
        StoredItem item = items.get(place);
        int bytes = item.text().getBytes(StandardCharsets.UTF_8).length + 1;
        if (bytes <= left) {
          fitting.add(item);
          left -= bytes;
        }
      }
      return new Passages(fitting, true);
    }

    @Override
    public void close() {
      graph.close();
    }
  }
}
