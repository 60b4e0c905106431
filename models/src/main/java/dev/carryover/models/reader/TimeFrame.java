package dev.carryover.models.reader;

import java.util.List;
import java.util.Optional;

/**
 * Which of several values over time is asked for.
 *
 * @param mode how it relates to the date or happening
 * @param date the date in the question
 * @param happening stems of what the question dates by; empty where it names nothing
 */
record TimeFrame(Mode mode, Optional<Stamp> date, List<String> happening) {
  static final TimeFrame NONE = new TimeFrame(Mode.NONE, Optional.empty(), List.of());

  /** How a value relates to the time asked about. */
  enum Mode {
    /** Nothing is said, which means now. */
    NONE,
    /** The one in force. */
    LATEST,
    /** The very first. */
    FIRST,
    /** The one before the one in force. */
    PREVIOUS,
    /** The one in force then. */
    ON,
    /** The last before. */
    BEFORE,
    /** The first after. */
    AFTER
  }

  boolean anchored() {
    return date.isPresent() || !happening.isEmpty();
  }
}
