package dev.carryover.formats.external;

import java.time.Duration;

/** The way to a memory. */
interface Transport {
  /** A line of its own. */
  Connection connect();

  /** How many running memories there may be at once. */
  int lines();

  /** How often a request whose line broke is sent again. */
  int retries();

  /**
   * How long to wait before that.
   *
   * @param failures how often it failed so far, from 1
   */
  Duration pause(int failures, LostException last);
}
