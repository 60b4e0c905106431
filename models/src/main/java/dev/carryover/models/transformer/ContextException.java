package dev.carryover.models.transformer;

/** A text does not fit into the positions that a model was trained for. */
public final class ContextException extends RuntimeException {
  ContextException(String model, int positions, int context) {
    super(
        "%d positions are wanted of '%s', which was trained for %d: shorten the text or take a model with a longer context"
            .formatted(positions, model, context));
  }
}
