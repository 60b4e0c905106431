package dev.carryover.formats.savedcache;

import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StoreTarget;
import dev.carryover.formats.state.StateWriter;
import java.util.List;
import java.util.Optional;

/**
 * Has the new model read the raw history: nothing of an old cache is of use to it.
 *
 * @param states writes them
 */
record RePrefill(StateWriter states) implements RepairMethod {
  @Override
  public String name() {
    return "re-prefill";
  }

  @Override
  public String description() {
    return "has the new model read the raw history and keeps its cache";
  }

  @Override
  public List<Rung> rungs() {
    return List.of(Rung.percent(100));
  }

  @Override
  public boolean needsHistory() {
    return true;
  }

  @Override
  public MemoryStore apply(
      MemoryStore store,
      Optional<History> history,
      Components components,
      Rung rung,
      long seed,
      StoreTarget target) {
    History raw =
        history.orElseThrow(
            () ->
                new SettingException(
                    "histories",
                    "'%s' needs the raw history of '%s'"
                        .formatted(name(), store.manifest().description().history()),
                    "give the histories; a cache cannot be turned into another model's"));
    Ancestor ancestor = new Ancestor(store.manifest().sha256(), name());
    return states.write(raw, components, seed, Optional.of(ancestor), states.maker(), target);
  }
}
