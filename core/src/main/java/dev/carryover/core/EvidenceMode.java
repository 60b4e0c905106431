package dev.carryover.core;

import java.util.Locale;

/** What the reader is given: what the memory recalls, or the evidence itself (spec 1.11). */
public enum EvidenceMode {
  /** What the memory's own read path brings back. */
  NORMAL,
  /** The stored items that hold the evidence. */
  STORED_EVIDENCE,
  /** The original events that are the evidence. */
  RAW_EVIDENCE;

  /** The name in ids and reports, such as {@code stored-evidence}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
