package dev.carryover.formats.rag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoredItem.Source;
import dev.carryover.core.spi.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RagHybridTest extends RagContract {
  @Override
  protected Settings settings() {
    return Settings.of(Map.of("index", "hybrid"));
  }

  @Test
  void aWordIsFoundEvenWhereVectorsMakeNoSense() {
    List<Event> events = new ArrayList<>(talk(60).events());
    events.add(41, new Event("ticket", Optional.empty(), "Omar", "I closed QX4821 today."));
    Settings oneEach = Settings.of(Map.of("index", "hybrid", "chunk", "event", "k", "1"));
    MemoryStore store = write(new History("h", events), oneEach, playedBy(OLD));

    assertThat(read(store, oneEach, playedBy(NEW), "Who closed QX4821?").items())
        .flatExtracting(item -> item.sources())
        .containsExactly(new Source("ticket", true));
  }
}
