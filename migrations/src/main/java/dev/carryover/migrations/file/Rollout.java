package dev.carryover.migrations.file;

import java.util.Optional;

/** How a planned rollout is written. */
final class Rollout {
  private static final String REPAIRED = "repaired-";
  private static final String BUDGET = "@";

  /** After the at sign the per cent of the method's full effort. */
  private static final String REPAIR =
      REPAIRED + "[a-z][a-z0-9.-]*(" + BUDGET + "([1-9]\\d?|100))?";

  private static final String FULL_EFFORT = BUDGET + "100";

  private Rollout() {}

  /**
   * One that is named as a whole.
   *
   * @throws ConfigException if it is none
   */
  static String named(Value value) {
    if (!value.text().matches("keep|rewrite|mixed-[1-9]\\d?|" + REPAIR)) {
      throw value.wrong(
          "choose keep, rewrite, mixed-N with N from 1 to 99, or repaired-METHOD, as in repaired-procrustes or repaired-re-embed@50");
    }
    return inShort(value.text());
  }

  /**
   * A repair that is to be applied. Formats tell whether there is such a method with this budget.
   *
   * @param effort in per cent; empty for the most that the method knows
   * @throws ConfigException if the method's name holds a budget
   */
  static String repair(Value method, Optional<String> effort) {
    if (method.text().contains(BUDGET)) {
      throw method.wrong("name the method alone, and its budget with --effort");
    }
    return inShort(REPAIRED + method.text() + effort.map(BUDGET::concat).orElse(""));
  }

  private static String inShort(String rollout) {
    return rollout.endsWith(FULL_EFFORT)
        ? rollout.substring(0, rollout.length() - FULL_EFFORT.length())
        : rollout;
  }
}
