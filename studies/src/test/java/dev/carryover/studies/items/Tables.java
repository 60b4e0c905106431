package dev.carryover.studies.items;

import java.util.LinkedHashMap;
import java.util.Map;

/** Answers from rows of ones and zeros. */
public final class Tables {
  private Tables() {}

  /**
   * Arms by name, each a string with a digit for an item: 1 right, 0 wrong, a space for unasked.
   */
  public static Answers answers(Map<String, String> rows) {
    Map<String, Map<String, Boolean>> arms = new LinkedHashMap<>();
    rows.forEach(
        (arm, digits) -> {
          Map<String, Boolean> items = new LinkedHashMap<>();
          for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) != ' ') {
              items.put("q" + i, digits.charAt(i) == '1');
            }
          }
          arms.put(arm, items);
        });
    return Answers.of(arms);
  }

  /** Four stretches of items: right in both arms, lost, gained, wrong in both. */
  public static Map<String, String> pair(int both, int lost, int gained, int neither) {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put(
        "before", "1".repeat(both) + "1".repeat(lost) + "0".repeat(gained) + "0".repeat(neither));
    rows.put(
        "after", "1".repeat(both) + "0".repeat(lost) + "1".repeat(gained) + "0".repeat(neither));
    return rows;
  }
}
