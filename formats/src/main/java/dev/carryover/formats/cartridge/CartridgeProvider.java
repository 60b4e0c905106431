package dev.carryover.formats.cartridge;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.RepairMethod.Rung;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StatefulModel.Warm;
import dev.carryover.formats.state.HistoryRepair;
import dev.carryover.formats.state.StateContent;
import dev.carryover.formats.state.StateFormat;
import dev.carryover.formats.state.StateWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes {@code cartridge}: a small key-value cache that the writer's model trains, by studying the
 * history itself, to stand for it. Settings: {@code positions}, {@code conversations}, {@code
 * steps}, {@code force_same_shape}.
 */
public final class CartridgeProvider implements MemoryFormatProvider {
  static final String NAME = "cartridge";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "a small key-value cache that a model trains to stand for the history; only that model can go on from it";
  }

  @Override
  public List<Parameter> parameters() {
    return CartridgeSettings.PARAMETERS;
  }

  @Override
  public MemoryFormat create(Settings settings) {
    CartridgeSettings resolved = CartridgeSettings.from(settings.onlyKnown(parameters()));
    StateWriter states =
        new StateWriter(
            NAME,
            resolved.asMap(),
            (model, passages, seed, folder) -> model.train(passages, resolved.fresh(seed), folder));
    return new StateFormat(
        states, resolved.foreign(), List.of(retrain(states), warmStart(states, resolved)));
  }

  private static RepairMethod retrain(StateWriter states) {
    return new HistoryRepair(
        states,
        "retrain",
        "has the new model study the raw history and train a cartridge of its own",
        List.of(Rung.percent(100)),
        (rung, earlier) -> states.maker());
  }

  /** Without replay half of a fresh cartridge's steps, with the whole replay all of them. */
  private static RepairMethod warmStart(StateWriter states, CartridgeSettings settings) {
    return new HistoryRepair(
        states,
        "warm-start",
        "has the new model go on from the old cartridge, with a share of its conversations mixed in",
        List.of(new Rung("replay 0", 0.5), new Rung("replay 0.5", 0.75), new Rung("replay 1", 1)),
        (rung, earlier) -> {
          Warm warm = new Warm(state(earlier), 2 * rung.share() - 1);
          return (model, passages, seed, folder) ->
              model.train(passages, settings.after(warm, rung.share(), seed), folder);
        });
  }

  private static Path state(MemoryStore store) {
    return StateContent.of(store, NAME)
        .orElseThrow(
            () ->
                new IncompatibleStoreException(
                    "the store in '%s' holds no cartridge to go on from; retrain it"
                        .formatted(store.directory())));
  }
}
