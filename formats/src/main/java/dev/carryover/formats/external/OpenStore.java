package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A store that is open for reading.
 *
 * @param number unique within a format; stands in every request about it
 * @param body of the request that opens it
 */
record OpenStore(long number, ObjectNode body) {
  static final String KEY = "memory";

  /** A request body that names this store. */
  ObjectNode named() {
    return Json.object().put(KEY, number);
  }
}
