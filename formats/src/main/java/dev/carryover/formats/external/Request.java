package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One message to a memory.
 *
 * @param id unique within a format
 * @param op what to do
 * @param body the rest of the message
 */
record Request(long id, Op op, ObjectNode body) {
  /** The message as JSON in ASCII, without a line feed. */
  byte[] bytes() {
    ObjectNode message = Json.object().put("id", id).put("op", op.word());
    message.setAll(body);
    return Json.bytes(message);
  }
}
