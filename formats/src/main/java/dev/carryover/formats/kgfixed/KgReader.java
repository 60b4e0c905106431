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
import java.util.Collections;
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
        components.allowances().readerBytes(),
        settings.told());
  }

  private record OpenStore(
      List<StoredItem> items, ClaimGraph graph, Traversal traversal, int readerBytes, boolean told)
      implements Memory {
    @Override
    public List<Recollection> read(List<Question> questions) {
      return questions.stream().map(this::read).toList();
    }

    private Recollection read(Question question) {
      List<Integer> fitting = new ArrayList<>();
      long left = readerBytes;
      for (int place : traversal.find(question.text())) {
        int bytes = items.get(place).text().getBytes(StandardCharsets.UTF_8).length + 1;
        if (bytes <= left) {
          fitting.add(place);
          left -= bytes;
        }
      }
      if (told) {
        Collections.sort(fitting);
      }
      return new Passages(fitting.stream().map(items::get).toList(), !told);
    }

    @Override
    public void close() {
      graph.close();
    }
  }
}
