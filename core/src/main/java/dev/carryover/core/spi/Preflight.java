package dev.carryover.core.spi;

import java.util.List;

/**
 * A part that can look, before anything is paid for, whether it is what it should be. Parts that
 * run in this process have nothing to look at.
 */
public interface Preflight {
  /** Every problem at once; empty if there is none. */
  default List<Problem> preflight() {
    return List.of();
  }

  /**
   * Looks again, in mid-run, whether the part is still the one that it was.
   *
   * @throws StopException if it changed
   */
  default void confirm() {}

  /**
   * Something that stops a run before it starts.
   *
   * @param what the finding, with its figures
   * @param remedy what to do about it
   * @param absent whether it is no more than that a service does not answer, which says nothing of
   *     what it would serve
   */
  record Problem(String what, String remedy, boolean absent) {
    /** One that is more than the absence of a service. */
    public Problem(String what, String remedy) {
      this(what, remedy, false);
    }
  }
}
