package dev.carryover.core.spi;

import dev.carryover.core.Role;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;

/** A way of keeping a history and of bringing it back: a format with its settings resolved. */
public interface MemoryFormat extends Preflight, AutoCloseable {
  /** The format's stable name. */
  String name();

  /** Its resolved settings: with the history and the components, all that a store depends on. */
  SortedMap<String, String> settings();

  /** The roles whose player changes what it writes or brings back. */
  Set<Role> sensitiveTo();

  /** Whether its memories answer for themselves, so that no reader is asked. */
  default boolean answersItself() {
    return false;
  }

  /**
   * Whether what it keeps is the state of a model, which only that model can go on from: then
   * writer and reader are one model with an open cache, and a swap of it is known to be refused.
   */
  default boolean keepsState() {
    return false;
  }

  /** How many ranked items a read returns; empty where reads are not ranked. */
  OptionalInt rankedItems();

  /** Writes histories. */
  MemoryWriter writer();

  /** Reads stores. */
  MemoryReader reader();

  /** The repairs that it knows; may be empty. */
  List<RepairMethod> repairs();

  /** Makes altered copies of stores for controls. */
  StoreEditor editor();

  /** Looks at stored vectors, where there are any. */
  default Optional<VectorInspector> vectors() {
    return Optional.empty();
  }

  /** Takes over a store that exists already, where the format can. */
  default Optional<StoreImporter> importer() {
    return Optional.empty();
  }

  /**
   * Whether its work is done by somebody else's code, whose cost cannot be told without running it:
   * a dry run leaves it out.
   */
  default boolean runsElsewhere() {
    return false;
  }

  /** Lets go of processes and connections; nothing by default. */
  @Override
  default void close() {}
}
