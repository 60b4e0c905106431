package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.spi.ServiceException;

/** A line to one running memory. Safe for use by several threads. */
interface Connection extends AutoCloseable {
  /**
   * Sends a request and waits for its answer.
   *
   * @throws LostException if the line broke, or the memory asks to be asked later
   * @throws ServiceException if the answer is an error, is none, or does not come in time
   */
  ObjectNode ask(Request request) throws LostException;

  /** Whether what was said on this line still holds; else a new one is needed. */
  boolean alive();

  @Override
  void close();
}
