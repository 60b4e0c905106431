package dev.carryover.migrations.parts;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.Role;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StoreEditor;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;

/** A transcript whose items mean nothing by themselves: read together, they do. */
public final class MaskedFormat implements MemoryFormat {
  private final MemoryFormat transcript =
      Plugins.named(MemoryFormatProvider.class, "format", "lc-raw").create(Settings.NONE);

  @Override
  public String name() {
    return "masked";
  }

  @Override
  public SortedMap<String, String> settings() {
    return transcript.settings();
  }

  @Override
  public Set<Role> sensitiveTo() {
    return transcript.sensitiveTo();
  }

  @Override
  public OptionalInt rankedItems() {
    return transcript.rankedItems();
  }

  @Override
  public MemoryWriter writer() {
    return transcript.writer();
  }

  @Override
  public MemoryReader reader() {
    return (store, components) -> new Masked(open(store, components));
  }

  private MemoryReader.Memory open(MemoryStore store, Components components) {
    return transcript.reader().open(store, components);
  }

  @Override
  public List<RepairMethod> repairs() {
    return List.of();
  }

  @Override
  public StoreEditor editor() {
    return transcript.editor();
  }

  private record Masked(MemoryReader.Memory memory) implements MemoryReader.Memory {
    @Override
    public List<StoredItem> items() {
      return memory.items().stream()
          .map(item -> new StoredItem(item.id(), "nothing by itself", item.sources()))
          .toList();
    }

    @Override
    public List<Recollection> read(List<Question> questions) {
      return memory.read(questions);
    }

    @Override
    public void close() {
      memory.close();
    }
  }

  /** Makes it. */
  public static final class Provider implements MemoryFormatProvider {
    @Override
    public String name() {
      return "masked";
    }

    @Override
    public String description() {
      return "a transcript whose items mean nothing by themselves, for tests";
    }

    @Override
    public MemoryFormat create(Settings settings) {
      return new MaskedFormat();
    }
  }
}
