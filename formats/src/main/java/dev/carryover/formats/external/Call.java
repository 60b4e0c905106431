package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Something to ask a memory, as often as it takes.
 *
 * @param op what to do
 * @param body of the request; made anew each time that it is sent
 * @param store that must be open for it, where one must
 */
record Call(Op op, Supplier<ObjectNode> body, Optional<OpenStore> store) {
  static Call of(Op op, Supplier<ObjectNode> body) {
    return new Call(op, body, Optional.empty());
  }

  static Call on(OpenStore store, Op op, ObjectNode body) {
    return new Call(op, () -> body, Optional.of(store));
  }
}
