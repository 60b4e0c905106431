package dev.carryover.core.spi;

import dev.carryover.core.Usage;

/** Watches what the calls of one service cost. Safe for use by several threads. */
public interface CallBudget {
  /** Lets every call pass. */
  CallBudget UNLIMITED =
      new CallBudget() {
        @Override
        public void reserve(Usage most) {}

        @Override
        public void settle(Usage reserved, Usage spent) {}

        @Override
        public void cached() {}
      };

  /**
   * Asks whether a call may be made.
   *
   * @param most what it may take
   * @throws StopException if that would go over the limit
   */
  void reserve(Usage most);

  /**
   * Gives a reservation back when its call is over.
   *
   * @param spent what it took; {@link Usage#NONE} where it failed
   */
  void settle(Usage reserved, Usage spent);

  /** Counts an answer that the cache gave. */
  void cached();
}
