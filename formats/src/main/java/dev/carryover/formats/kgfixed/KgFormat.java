package dev.carryover.formats.kgfixed;

import dev.carryover.core.Role;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.StoreEditor;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;

/**
 * KG-fixed under given settings. Claims come back ranked, unless the order of the events is asked
 * for, and all of them reach the reader, so that recall is measured over as many as a read may
 * return.
 */
final class KgFormat implements MemoryFormat {
  private final KgSettings settings;
  private final GraphBackend backend;

  KgFormat(KgSettings settings, GraphBackend backend) {
    this.settings = settings;
    this.backend = backend;
  }

  @Override
  public String name() {
    return KgFixedProvider.NAME;
  }

  @Override
  public SortedMap<String, String> settings() {
    return settings.asMap();
  }

  @Override
  public Set<Role> sensitiveTo() {
    return Set.of(Role.WRITER, Role.READER);
  }

  @Override
  public OptionalInt rankedItems() {
    return settings.told() ? OptionalInt.empty() : OptionalInt.of(settings.limit());
  }

  @Override
  public MemoryWriter writer() {
    return new KgWriter(settings);
  }

  @Override
  public MemoryReader reader() {
    return new KgReader(settings, backend);
  }

  @Override
  public List<RepairMethod> repairs() {
    return List.of(new KgRebuild(settings));
  }

  @Override
  public StoreEditor editor() {
    return new KgEditor();
  }

  @Override
  public List<Problem> preflight() {
    return backend.preflight();
  }

  @Override
  public void close() {
    backend.close();
  }
}
