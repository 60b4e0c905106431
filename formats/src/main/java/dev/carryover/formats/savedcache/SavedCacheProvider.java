package dev.carryover.formats.savedcache;

import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.RepairMethod.Rung;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.formats.state.HistoryRepair;
import dev.carryover.formats.state.StateFormat;
import dev.carryover.formats.state.StateWriter;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes {@code saved-cache}: the key-value cache of one prefill of the whole history. Settings:
 * {@code force_same_shape}.
 */
public final class SavedCacheProvider implements MemoryFormatProvider {
  static final String NAME = "saved-cache";

  private static final String FORCE = "force_same_shape";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "the key-value cache of a model that read the whole history; only that model can go on from it";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        new Parameter(
            FORCE,
            "false",
            "whether another model's cache is used where its shape fits, to see what that costs"));
  }

  @Override
  public MemoryFormat create(Settings settings) {
    boolean force = settings.onlyKnown(parameters()).flag(FORCE, false);
    SortedMap<String, String> resolved = new TreeMap<>(Map.of(FORCE, Boolean.toString(force)));
    StateWriter states =
        new StateWriter(
            NAME, resolved, (model, passages, seed, folder) -> model.prefill(passages, folder));
    return new StateFormat(
        states, force ? Foreign.USE : Foreign.REFUSE, List.of(rePrefill(states)));
  }

  private static RepairMethod rePrefill(StateWriter states) {
    return new HistoryRepair(
        states,
        "re-prefill",
        "has the new model read the raw history and keeps its cache",
        List.of(Rung.percent(100)),
        (rung, earlier) -> states.maker());
  }
}
