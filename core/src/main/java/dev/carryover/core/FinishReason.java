package dev.carryover.core;

/** Why a model stopped. */
public enum FinishReason {
  /** It was done. */
  STOP,
  /** It reached its output limit: the answer is cut off. */
  LENGTH,
  /** A filter withheld the answer. */
  FILTERED,
  /** The service did not say. */
  UNKNOWN
}
