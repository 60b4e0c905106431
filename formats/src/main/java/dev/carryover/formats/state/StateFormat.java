package dev.carryover.formats.state;

import dev.carryover.core.Role;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StoreEditor;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;

/**
 * A format whose stores are states of the writer's model, which the reader's model goes on from.
 *
 * @param states writes them
 * @param foreign what to do with the state of another model
 * @param repairs that it knows
 */
public record StateFormat(StateWriter states, Foreign foreign, List<RepairMethod> repairs)
    implements MemoryFormat {
  public StateFormat {
    repairs = List.copyOf(repairs);
  }

  @Override
  public String name() {
    return states.format();
  }

  @Override
  public SortedMap<String, String> settings() {
    return states.settings();
  }

  @Override
  public Set<Role> sensitiveTo() {
    return Set.of(Role.WRITER, Role.READER);
  }

  @Override
  public OptionalInt rankedItems() {
    return OptionalInt.empty();
  }

  @Override
  public MemoryWriter writer() {
    return states;
  }

  @Override
  public MemoryReader reader() {
    return new StateReader(name(), foreign);
  }

  @Override
  public StoreEditor editor() {
    return new StateEditor(name());
  }
}
