package dev.carryover.formats.rag;

import dev.carryover.core.Role;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.SpaceAdapterFitter;
import dev.carryover.core.spi.StoreEditor;
import dev.carryover.core.spi.StoreImporter;
import dev.carryover.core.spi.VectorInspector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;

/** RAG under given settings. What works on vectors is there only where the index uses them. */
final class RagFormat implements MemoryFormat {
  private final RagSettings settings;
  private final boolean vectors;
  private final List<RepairMethod> repairs;

  RagFormat(RagSettings settings) {
    this.settings = settings;
    this.vectors = settings.index().usesVectors();
    this.repairs = vectors ? repairsOfVectors() : List.of();
  }

  private static List<RepairMethod> repairsOfVectors() {
    List<RepairMethod> known = new ArrayList<>(List.of(ReEmbed.mixing(), ReEmbed.isolating()));
    Plugins.all(SpaceAdapterFitter.class)
        .values()
        .forEach(fitter -> known.add(new AdaptQueries(fitter)));
    return List.copyOf(known);
  }

  @Override
  public String name() {
    return RagProvider.NAME;
  }

  @Override
  public SortedMap<String, String> settings() {
    return settings.asMap();
  }

  @Override
  public Set<Role> sensitiveTo() {
    return vectors
        ? Set.of(Role.READER, Role.INDEX_EMBEDDER, Role.QUERY_EMBEDDER)
        : Set.of(Role.READER);
  }

  @Override
  public OptionalInt rankedItems() {
    return OptionalInt.of(settings.k());
  }

  @Override
  public MemoryWriter writer() {
    return new RagWriter(settings);
  }

  @Override
  public MemoryReader reader() {
    return new RagReader(settings);
  }

  @Override
  public List<RepairMethod> repairs() {
    return repairs;
  }

  @Override
  public StoreEditor editor() {
    return new RagEditor(vectors);
  }

  @Override
  public Optional<VectorInspector> vectors() {
    return vectors ? Optional.of(new StoredVectors()) : Optional.empty();
  }

  @Override
  public Optional<StoreImporter> importer() {
    return vectors ? Optional.of(new JsonlImporter(settings)) : Optional.empty();
  }
}
