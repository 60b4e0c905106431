package dev.carryover.models.transformer.gguf;

import java.nio.file.Path;
import java.util.List;

/**
 * A tensor of a file.
 *
 * @param name unique in its file
 * @param shape the innermost dimension first, as the file has it: a matrix is [in, out]
 * @param type how its numbers are stored
 * @param offset of its first byte
 */
record Tensor(String name, List<Long> shape, TensorType type, long offset) {
  /** What one Java array, and one buffer of floats, can hold. */
  static final long MOST = (1L << 29) - 1;

  Tensor {
    shape = List.copyOf(shape);
  }

  /** Checks the shape and the type that a file claims. */
  static Tensor of(Path file, String name, List<Long> shape, int type, long offset) {
    TensorType known =
        TensorType.of(type)
            .orElseThrow(
                () ->
                    Damage.unsupported(
                        file,
                        "tensor '%s' has the type %s".formatted(name, TensorType.inWords(type)),
                        "take a file of one of the types " + TensorType.names()));
    long elements = 1;
    for (long extent : shape) {
      if (extent < 1 || extent > MOST / elements) {
        throw Damage.unsupported(
            file,
            "tensor '%s' has the shape %s".formatted(name, unsigned(shape)),
            "a shape is of positive numbers, of at most %,d elements in all".formatted(MOST));
      }
      elements *= extent;
    }
    if (shape.get(0) % known.block() != 0) {
      throw Damage.broken(
          file,
          "tensor '%s' has rows of %d numbers, but %s keeps blocks of %d"
              .formatted(name, shape.get(0), known, known.block()));
    }
    return new Tensor(name, shape, known, offset);
  }

  /** Its numbers. */
  int elements() {
    return Math.toIntExact(shape.stream().mapToLong(Long::longValue).reduce(1, (a, b) -> a * b));
  }

  /** Its bytes in the file. */
  long bytes() {
    return (long) elements() / type.block() * type.bytes();
  }

  Tensor movedBy(long bytes) {
    return new Tensor(name, shape, type, offset + bytes);
  }

  private static String unsigned(List<Long> shape) {
    return shape.stream().map(Long::toUnsignedString).toList().toString();
  }
}
