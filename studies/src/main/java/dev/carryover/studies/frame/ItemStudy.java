package dev.carryover.studies.frame;

import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.studies.items.Answers;
import dev.carryover.studies.report.Findings;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A study that asks memories the same items and compares them item by item. */
public non-sealed interface ItemStudy extends Study {
  @Override
  default SortedMap<String, String> tests() {
    return new TreeMap<>(
        Map.of(
            "tests", "exact McNemar of each contrast of the study, two-sided",
            "correction", "Holm over all contrasts of the study",
            "unit", "item",
            "exclusions", "a contrast of which neither arm is measurably better than no memory"));
  }

  /**
   * Plans every step, opens the model, and asks nothing yet. Equal requests give equal plans.
   *
   * @throws SettingException if a setting or the model cannot be used
   */
  Work plan(Request request);

  /**
   * What the answers say, from them alone.
   *
   * @param settings as resolved, with the facts of the work
   */
  Findings analyse(Settings settings, Answers answers);
}
