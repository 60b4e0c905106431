package dev.carryover.probes.screen;

import dev.carryover.core.run.RunRecord;
import java.util.SortedMap;
import java.util.TreeMap;

/** Keys under which runs record that they are of a screen, or come after one. */
public final class ScreenSettings {
  /** Names of the candidates, in the record of a whole screen. */
  public static final String CANDIDATES = "screen.candidates";

  /** Where the calibration of a whole screen came from: shipped, given or none. */
  public static final String CALIBRATION = "screen.calibration";

  /** The seed of the choice, where only the twenty were asked. */
  public static final String SEED = "screen.seed";

  /** The seed of the choice, where the twenty were left out. */
  public static final String LEFT_OUT = "screened.seed";

  private ScreenSettings() {}

  /** Those of a choice of probes. */
  public static SortedMap<String, String> of(String key, long seed) {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put(key, Long.toString(seed));
    return settings;
  }

  /** Whether a run is a whole screen. */
  public static boolean isScreen(RunRecord record) {
    return record.settings().containsKey(CANDIDATES);
  }

  /** Whether a run is that of one candidate in a screen, which no verdict may rest on. */
  public static boolean isOfCandidate(RunRecord record) {
    return record.settings().containsKey(SEED) && !isScreen(record);
  }

  /** Whether a run asked some of its probes only. */
  static boolean isPartial(RunRecord record) {
    return record.settings().containsKey(SEED) || record.settings().containsKey(LEFT_OUT);
  }
}
