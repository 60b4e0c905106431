package dev.carryover.formats.rag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Role;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StoreEditor.Edit;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RagBm25Test extends RagContract {
  @Override
  protected Settings settings() {
    return Settings.of(Map.of("index", "bm25"));
  }

  @Override
  protected Components components() {
    return Components.NONE;
  }

  @Test
  void embeddersMakeNoDifferenceAndNoVectorsAreKept() {
    MemoryStore without = write(talk(30), settings(), Components.NONE);
    MemoryStore with = write(talk(30), settings(), playedBy(OLD));

    assertThat(with.manifest()).isEqualTo(without.manifest());
    assertThat(with.content().resolve("vectors.npy")).doesNotExist();
    assertThat(format().sensitiveTo()).containsExactly(Role.READER);
    assertThat(format().repairs()).isEmpty();
    assertThat(format().vectors()).isEmpty();
    assertThat(format().importer()).isEmpty();
    assertThat(format().editor().edits()).containsExactly(Edit.EMPTY);
  }

  @Test
  void aStoreWithoutVectorsCannotBeReadByVector() {
    MemoryStore store = write(talk(3));

    assertThatThrownBy(() -> provider().create(Settings.NONE).reader().open(store, playedBy(OLD)))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("no vectors")
        .hasMessageContaining("bm25");
  }

  @Test
  void aStoreWithVectorsCanBeReadByWords() {
    MemoryStore store = write(talk(40), Settings.of(Map.of("index", "exact")), playedBy(OLD));

    assertThat(read(store, settings(), Components.NONE, "turn 24").items()).isNotEmpty();
  }
}
