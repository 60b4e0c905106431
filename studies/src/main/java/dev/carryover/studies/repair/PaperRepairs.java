package dev.carryover.studies.repair;

import dev.carryover.core.Plan;

/**
 * What the paper found (arXiv 2609.05339v1, T2 and T7): Llama-3.1-8B-Instruct and
 * Qwen2.5-7B-Instruct-1M, bge-large-en v1.0 and v1.5, 48 histories, dollars at 2.25 per GPU-hour.
 * To be read beside ours, never to be compared.
 */
final class PaperRepairs {
  /** H7a in points, and its p after Holm's correction over four. */
  static final double POINTS = 8.90;

  static final double HOLM = 3.9e-7;

  private static final String NONE = "-";

  private PaperRepairs() {}

  /** Who is replaced by whom; the second one repairs. */
  static String direction(String direction) {
    return there(direction) ? "Llama to Qwen" : "Qwen to Llama";
  }

  /** Of 48 histories, those that were restored at 0.90, 0.95 and 0.99. */
  static String restored(Method method, String direction) {
    return switch (method) {
      case RAW -> there(direction) ? "34, 28, 22" : "0, 0, 0";
      case STORE -> "0, 0, 0";
      case RE_EMBED -> "48, 48, 48";
      case REBUILD -> there(direction) ? "48, 48, 45" : "48, 47, 46";
    };
  }

  /** The median cost of these in dollars. */
  static String dollars(Method method, String direction) {
    return switch (method) {
      case RAW -> there(direction) ? ".76, .75, .75" : NONE;
      case STORE -> NONE;
      case RE_EMBED -> ".013";
      case REBUILD -> "about 0";
    };
  }

  private static boolean there(String direction) {
    return direction.equals(Plan.OLD_TO_NEW);
  }
}
