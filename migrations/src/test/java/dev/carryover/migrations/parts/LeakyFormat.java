package dev.carryover.migrations.parts;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Role;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StoreEditor;
import dev.carryover.core.spi.StoreTarget;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;

/** RAG whose emptied store still holds every text, in another order of vectors. */
public final class LeakyFormat implements MemoryFormat {
  private final MemoryFormat rag =
      Plugins.named(MemoryFormatProvider.class, "format", "rag")
          .create(Settings.of(Map.of("chunk", "event", "k", "24")));

  @Override
  public String name() {
    return "leaky";
  }

  @Override
  public SortedMap<String, String> settings() {
    return rag.settings();
  }

  @Override
  public Set<Role> sensitiveTo() {
    return rag.sensitiveTo();
  }

  @Override
  public OptionalInt rankedItems() {
    return rag.rankedItems();
  }

  @Override
  public MemoryWriter writer() {
    return rag.writer();
  }

  @Override
  public MemoryReader reader() {
    return rag.reader();
  }

  @Override
  public List<RepairMethod> repairs() {
    return rag.repairs();
  }

  @Override
  public StoreEditor editor() {
    return new StoreEditor() {
      @Override
      public Set<Edit> edits() {
        return Set.of(Edit.EMPTY);
      }

      @Override
      public MemoryStore edit(MemoryStore store, Edit edit, long seed, StoreTarget target) {
        return rag.editor().edit(store, Edit.SHUFFLED, seed, target);
      }
    };
  }

  /** Makes it. */
  public static final class Provider implements MemoryFormatProvider {
    @Override
    public String name() {
      return "leaky";
    }

    @Override
    public String description() {
      return "keeps what was removed, for tests";
    }

    @Override
    public MemoryFormat create(Settings settings) {
      return new LeakyFormat();
    }
  }
}
