package dev.carryover.core.spi;

import java.util.List;

/** Looks, before anything is paid for, whether the components are what they should be. */
@FunctionalInterface
public interface Preflight {
  /** Every problem at once; empty if there is none. */
  List<Problem> check(Components components);

  /**
   * Something that stops a run before it starts.
   *
   * @param what the finding, with its figures
   * @param remedy what to do about it
   */
  record Problem(String what, String remedy) {}
}
