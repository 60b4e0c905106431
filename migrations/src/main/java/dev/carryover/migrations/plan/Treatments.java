package dev.carryover.migrations.plan;

import dev.carryover.core.spi.RepairMethod.Rung;
import java.util.OptionalInt;

/** Names of treatments, as plans, files and reports use them. */
public final class Treatments {
  /** Every component old. */
  public static final String BEFORE = "before";

  /** The new component on the old store. */
  public static final String INHERITED = "inherited";

  /** The new component on the store that it wrote itself. */
  public static final String OWN = "own";

  /** An oracle that picks the better of before and own for each probe. */
  public static final String IDEAL_ROUTER = "ideal-router";

  /** Control: before, written and read afresh. */
  public static final String NO_OP = "no-op";

  /** Control: before, with every vector given to another item. */
  public static final String SHUFFLED = "shuffled";

  /** Control: before, with nothing in the memory. */
  public static final String EMPTY = "empty";

  /** Control: before, answered by a random one of the codes in view. */
  public static final String RANDOM_CODE = "random-code-in-view";

  /** The notes of the old writer, rewritten by the new one from the notes alone. */
  public static final String STYLE_REWRITE = "style-rewrite";

  /** What is done to the cell of a treatment that is read again: nothing but that. */
  static final String AGAIN = "again";

  private static final String CORRUPTED_PREFIX = "corrupted-";
  private static final String AGAIN_PREFIX = "again-";
  private static final String MIXED_PREFIX = "mixed-";
  private static final String REPAIRED_PREFIX = "repaired-";
  private static final char BUDGET = '@';
  private static final int FULL = 100;

  private Treatments() {}

  /** Control: before, with this many per cent of the stored items lost. */
  public static String corrupted(int percent) {
    return CORRUPTED_PREFIX + percent;
  }

  /** Whether the name is that of a store of which a part is lost. */
  public static boolean isCorrupted(String name) {
    return name.startsWith(CORRUPTED_PREFIX);
  }

  /** How many per cent of the items are lost. */
  public static int percentLost(String corrupted) {
    return Integer.parseInt(corrupted.substring(CORRUPTED_PREFIX.length()));
  }

  /** Control: a treatment read again live, from the same store. */
  public static String again(String treatment) {
    return AGAIN_PREFIX + treatment;
  }

  /** Whether the name is that of a treatment that is read again, or of its cell. */
  public static boolean isAgain(String name) {
    return name.equals(AGAIN) || name.startsWith(AGAIN_PREFIX);
  }

  /** The treatment that is read again. */
  public static String readAgain(String again) {
    return again.substring(AGAIN_PREFIX.length());
  }

  /** Whether a cell of this name reads a store as it was written. */
  public static boolean readsAsWritten(String name) {
    return isCorrupted(name) || isAgain(name);
  }

  /** A store of which this many per cent were embedded anew. */
  public static String mixed(int percent) {
    return MIXED_PREFIX + percent;
  }

  /** Whether the name is that of a partly re-embedded store. */
  public static boolean isMixed(String name) {
    return name.startsWith(MIXED_PREFIX);
  }

  /** How many per cent a partly re-embedded store has anew. */
  public static int percentOf(String mixed) {
    return Integer.parseInt(mixed.substring(MIXED_PREFIX.length()));
  }

  /** The old store, repaired for the new component by this method at its largest budget. */
  public static String repaired(String method) {
    return REPAIRED_PREFIX + method;
  }

  /** The same at one of the method's budgets, such as {@code repaired-re-embed@25}. */
  public static String repaired(String method, Rung rung) {
    return rung.percent() == FULL ? repaired(method) : repaired(method) + BUDGET + rung.percent();
  }

  /** Whether the name is that of a repaired store. */
  public static boolean isRepaired(String name) {
    return name.startsWith(REPAIRED_PREFIX);
  }

  /** The method by which a store was repaired. */
  public static String methodOf(String repaired) {
    int budget = repaired.lastIndexOf(BUDGET);
    return repaired.substring(REPAIRED_PREFIX.length(), budget < 0 ? repaired.length() : budget);
  }

  /** How many per cent of the full effort were made; empty for the most that the method knows. */
  public static OptionalInt effortOf(String repaired) {
    int budget = repaired.lastIndexOf(BUDGET);
    return budget < 0
        ? OptionalInt.empty()
        : OptionalInt.of(Integer.parseInt(repaired.substring(budget + 1)));
  }

  /** The treatment that a planned rollout comes down to. */
  public static String ofRollout(String rollout) {
    return switch (rollout) {
      case "keep" -> INHERITED;
      case "rewrite" -> OWN;
      default -> rollout;
    };
  }
}
