package dev.carryover.formats.notes;

import dev.carryover.core.Role;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.StoreEditor;
import dev.carryover.core.spi.StoreImporter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;

/** NOTES under given settings. */
record NotesFormat(NotesSettings resolved) implements MemoryFormat {
  @Override
  public String name() {
    return NotesProvider.NAME;
  }

  @Override
  public SortedMap<String, String> settings() {
    return resolved.asMap();
  }

  @Override
  public Set<Role> sensitiveTo() {
    return Set.of(Role.WRITER, Role.READER);
  }

  /**
   * Empty: notes are read whole, in their own order, wherever they fit the reader's allowance, and
   * the default cap is half of the default allowance. Where they do not fit, what is left out
   * follows from bytes, not from a number of items, so that no k would fit recall@k.
   */
  @Override
  public OptionalInt rankedItems() {
    return OptionalInt.empty();
  }

  @Override
  public MemoryWriter writer() {
    return new NotesWriter(resolved);
  }

  @Override
  public MemoryReader reader() {
    return new NotesReader();
  }

  @Override
  public List<RepairMethod> repairs() {
    return List.of(new StyleRewrite(resolved));
  }

  @Override
  public StoreEditor editor() {
    return new NotesEditor();
  }

  @Override
  public Optional<StoreImporter> importer() {
    return Optional.of(new NotesImporter());
  }
}
