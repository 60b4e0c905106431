package dev.carryover.formats.rag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.StoredItem.Source;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.BagOfWordsEmbedder;
import dev.carryover.core.testkit.MemoryFormatContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What RAG keeps to under every index. */
abstract class RagContract extends MemoryFormatContract {
  static final Embedder OLD = new BagOfWordsEmbedder("old", 128, 1);
  static final Embedder NEW = new BagOfWordsEmbedder("new", 128, 2);

  private int made;

  @Override
  protected MemoryFormatProvider provider() {
    return new RagProvider();
  }

  @Override
  protected Components components() {
    return playedBy(OLD);
  }

  @Override
  protected Components upgraded() {
    return playedBy(NEW);
  }

  static Components playedBy(Embedder embedder) {
    return Components.NONE.withEmbedders(Optional.of(embedder), Optional.of(embedder));
  }

  final MemoryStore write(History history, Settings settings, Components components) {
    return provider()
        .create(settings)
        .writer()
        .write(history, components, 3, stores().target("rag-" + made++));
  }

  final Passages read(
      MemoryStore store, Settings settings, Components components, String question) {
    try (Memory memory = provider().create(settings).reader().open(store, components)) {
      return (Passages) memory.read(List.of(new Question(question))).get(0);
    }
  }

  @Test
  void aQuestionInAnEventsOwnWordsFindsItFirst() {
    Settings oneEach = Settings.of(Map.of("chunk", "event")).orElse(settings().asMap());
    MemoryStore store = write(talk(400), oneEach, components());

    Passages found =
        read(store, oneEach, components(), "The violin of person11 is red, and that was turn 24");

    assertThat(found.items()).hasSize(8);
    assertThat(found.items().get(0).sources()).containsExactly(new Source("e24", true));
  }
}
