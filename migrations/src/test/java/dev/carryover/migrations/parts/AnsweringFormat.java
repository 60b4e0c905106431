package dev.carryover.migrations.parts;

import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.Recollection.Answered;
import dev.carryover.core.Reply;
import dev.carryover.core.Role;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StoreEditor;
import dev.carryover.core.spi.StoreTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Answers for itself, always the same; tells nothing of what it holds, what it holds, or also what
 * it retrieved.
 */
public final class AnsweringFormat
    implements MemoryFormat, MemoryWriter, MemoryReader, StoreEditor {
  private static final String FILE = "ids.txt";

  private final String tells;

  private AnsweringFormat(String tells) {
    this.tells = tells;
  }

  @Override
  public String name() {
    return "answering";
  }

  @Override
  public SortedMap<String, String> settings() {
    return new TreeMap<>();
  }

  @Override
  public Set<Role> sensitiveTo() {
    return Set.of(Role.READER);
  }

  @Override
  public boolean answersItself() {
    return true;
  }

  @Override
  public OptionalInt rankedItems() {
    return tells.equals("all") ? OptionalInt.of(2) : OptionalInt.empty();
  }

  @Override
  public MemoryWriter writer() {
    return this;
  }

  @Override
  public MemoryReader reader() {
    return this;
  }

  @Override
  public List<RepairMethod> repairs() {
    return List.of();
  }

  @Override
  public StoreEditor editor() {
    return this;
  }

  @Override
  public MemoryStore write(History history, Components components, long seed, StoreTarget target) {
    List<String> ids = history.events().stream().map(event -> event.id()).toList();
    return target.write(
        description(history.id(), seed, Optional.empty()),
        folder -> Files.write(folder.resolve(FILE), ids));
  }

  @Override
  public Set<Edit> edits() {
    return Set.of(Edit.EMPTY);
  }

  @Override
  public MemoryStore edit(MemoryStore store, Edit edit, long seed, StoreTarget target) {
    Ancestor ancestor = new Ancestor(store.manifest().sha256(), "empty");
    return target.write(
        description(store.manifest().description().history(), seed, Optional.of(ancestor)),
        folder -> Files.createFile(folder.resolve(FILE)));
  }

  private Description description(String history, long seed, Optional<Ancestor> ancestor) {
    return new Description(
        name(), history, Optional.empty(), List.of(), new TreeMap<>(), seed, ancestor);
  }

  @Override
  public Memory open(MemoryStore store, Components components) {
    return new Answers(tells, tells.equals("nothing") ? List.of() : items(store));
  }

  private static List<StoredItem> items(MemoryStore store) {
    Path file = store.content().resolve(FILE);
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
          .map(id -> new StoredItem(id, id, List.of(new StoredItem.Source(id, true))))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Answers(String tells, List<StoredItem> items) implements Memory {
    @Override
    public boolean listsItems() {
      return !tells.equals("nothing");
    }

    @Override
    public List<Recollection> read(List<Question> questions) {
      Optional<List<StoredItem>> retrieved =
          tells.equals("all")
              ? Optional.of(items.subList(0, Math.min(2, items.size())))
              : Optional.empty();
      Recollection same = new Answered(Reply.of("ZZ9999"), retrieved);
      return Collections.nCopies(questions.size(), same);
    }
  }

  /** Makes it, under the setting {@code tells}: nothing, items or all. */
  public static final class Provider implements MemoryFormatProvider {
    @Override
    public String name() {
      return "answering";
    }

    @Override
    public String description() {
      return "answers for itself, for tests";
    }

    @Override
    public MemoryFormat create(Settings settings) {
      return new AnsweringFormat(settings.text("tells").orElse("nothing"));
    }
  }
}
