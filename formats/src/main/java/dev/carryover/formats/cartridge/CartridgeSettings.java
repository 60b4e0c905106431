package dev.carryover.formats.cartridge;

import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.Study;
import dev.carryover.core.spi.StatefulModel.Warm;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of the format. The defaults are ours, made for the nano models.
 *
 * @param positions of a cartridge
 * @param conversations that the model makes up about a history
 * @param steps of training
 * @param foreign what to do with another model's cartridge
 */
record CartridgeSettings(int positions, int conversations, int steps, Foreign foreign) {
  private static final String POSITIONS = "positions";
  private static final String CONVERSATIONS = "conversations";
  private static final String STEPS = "steps";
  private static final String FORCE = "force_same_shape";

  private static final int LEAST_POSITIONS = 4;
  private static final int MOST_POSITIONS = 8192;
  private static final int DEFAULT_POSITIONS = 64;
  private static final int DEFAULT_CONVERSATIONS = 512;
  private static final int DEFAULT_STEPS = 300;
  private static final int MOST = 1_000_000;

  static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(
              POSITIONS,
              Integer.toString(DEFAULT_POSITIONS),
              "positions of a cartridge, at most the tokens of a history"),
          new Parameter(
              CONVERSATIONS,
              Integer.toString(DEFAULT_CONVERSATIONS),
              "conversations that the model makes up about a history"),
          new Parameter(
              STEPS,
              Integer.toString(DEFAULT_STEPS),
              "steps of training; 0 keeps the cache of the first positions as it is"),
          new Parameter(
              FORCE,
              "false",
              "whether another model's cartridge is used where its shape fits, to see what that costs"));

  static CartridgeSettings from(Settings settings) {
    return new CartridgeSettings(
        settings.integer(POSITIONS, DEFAULT_POSITIONS, LEAST_POSITIONS, MOST_POSITIONS),
        settings.integer(CONVERSATIONS, DEFAULT_CONVERSATIONS, 1, MOST),
        settings.integer(STEPS, DEFAULT_STEPS, 0, MOST),
        settings.flag(FORCE, false) ? Foreign.USE : Foreign.REFUSE);
  }

  SortedMap<String, String> asMap() {
    SortedMap<String, String> map = new TreeMap<>();
    map.put(POSITIONS, Integer.toString(positions));
    map.put(CONVERSATIONS, Integer.toString(conversations));
    map.put(STEPS, Integer.toString(steps));
    map.put(FORCE, Boolean.toString(foreign == Foreign.USE));
    return map;
  }

  /** A cartridge from the history alone. */
  Study fresh(long seed) {
    return new Study(positions, conversations, steps, seed, Optional.empty());
  }

  /** A cartridge that goes on from another, at a share of a fresh one's steps. */
  Study after(Warm earlier, double share, long seed) {
    return new Study(
        positions, conversations, (int) Math.round(share * steps), seed, Optional.of(earlier));
  }
}
