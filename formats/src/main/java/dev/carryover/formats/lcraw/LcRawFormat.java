package dev.carryover.formats.lcraw;

import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.Role;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.StoreEditor;
import dev.carryover.core.spi.StoreTarget;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The transcript: no model writes it, nothing is left out, all of it comes back, unranked. */
final class LcRawFormat implements MemoryFormat, MemoryWriter, MemoryReader, StoreEditor {
  @Override
  public String name() {
    return LcRawProvider.NAME;
  }

  @Override
  public SortedMap<String, String> settings() {
    return Collections.emptySortedMap();
  }

  @Override
  public Set<Role> sensitiveTo() {
    return Set.of(Role.READER);
  }

  @Override
  public OptionalInt rankedItems() {
    return OptionalInt.empty();
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
    return target.write(
        description(history.id(), seed, Optional.empty()),
        folder -> Transcript.write(folder, history.events()));
  }

  @Override
  public Memory open(MemoryStore store, Components components) {
    requireTranscript(store);
    return new WholeTranscript(Transcript.items(store));
  }

  @Override
  public Set<Edit> edits() {
    return Set.of(Edit.EMPTY);
  }

  @Override
  public MemoryStore edit(MemoryStore store, Edit edit, long seed, StoreTarget target) {
    if (edit != Edit.EMPTY) {
      throw new IllegalArgumentException(name() + " stores cannot be made " + edit);
    }
    requireTranscript(store);
    Ancestor ancestor = new Ancestor(store.manifest().sha256(), "empty");
    return target.write(
        description(store.manifest().description().history(), seed, Optional.of(ancestor)),
        folder -> Transcript.write(folder, List.of()));
  }

  private Description description(String history, long seed, Optional<Ancestor> ancestor) {
    return new Description(
        name(), history, Optional.empty(), List.of(), new TreeMap<>(settings()), seed, ancestor);
  }

  private void requireTranscript(MemoryStore store) {
    String format = store.manifest().description().format();
    if (!format.equals(name())) {
      throw new IncompatibleStoreException(
          "the store in '%s' is of format '%s', not %s; open it with its own format"
              .formatted(store.directory(), format, name()));
    }
  }

  private record WholeTranscript(List<StoredItem> items) implements Memory {
    @Override
    public List<Recollection> read(List<Question> questions) {
      Recollection everything = new Passages(items, false);
      return Collections.nCopies(questions.size(), everything);
    }
  }
}
