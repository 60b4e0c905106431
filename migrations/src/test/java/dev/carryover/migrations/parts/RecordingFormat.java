package dev.carryover.migrations.parts;

import dev.carryover.core.History;
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
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** RAG, one event a chunk, that keeps what it was given to write and to read. */
public final class RecordingFormat implements MemoryFormat {
  /** Everything that was written. */
  public static final Queue<History> WRITTEN = new ConcurrentLinkedQueue<>();

  /** Everything that was read. */
  public static final Queue<Read> READ = new ConcurrentLinkedQueue<>();

  private final MemoryFormat rag;

  /**
   * One question with what came back.
   *
   * @param store what the store holds
   */
  public record Read(List<StoredItem> store, Question question, Recollection recollection) {}

  private RecordingFormat(MemoryFormat rag) {
    this.rag = rag;
  }

  @Override
  public String name() {
    return "recorded";
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
    return (history, components, seed, target) -> {
      WRITTEN.add(history);
      return rag.writer().write(history, components, seed, target);
    };
  }

  @Override
  public MemoryReader reader() {
    return (store, components) -> new RecordedMemory(open(store, components));
  }

  private MemoryReader.Memory open(MemoryStore store, Components components) {
    return rag.reader().open(store, components);
  }

  @Override
  public List<RepairMethod> repairs() {
    return rag.repairs();
  }

  @Override
  public StoreEditor editor() {
    return rag.editor();
  }

  private record RecordedMemory(MemoryReader.Memory memory) implements MemoryReader.Memory {
    @Override
    public List<StoredItem> items() {
      return memory.items();
    }

    @Override
    public List<Recollection> read(List<Question> questions) {
      List<Recollection> back = memory.read(questions);
      for (int i = 0; i < back.size(); i++) {
        READ.add(new Read(memory.items(), questions.get(i), back.get(i)));
      }
      return back;
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
      return "recorded";
    }

    @Override
    public String description() {
      return "keeps what it was given, for tests";
    }

    @Override
    public MemoryFormat create(Settings settings) {
      return new RecordingFormat(
          Plugins.named(MemoryFormatProvider.class, "format", "rag")
              .create(Settings.of(java.util.Map.of("chunk", "event", "k", "2"))));
    }
  }
}
