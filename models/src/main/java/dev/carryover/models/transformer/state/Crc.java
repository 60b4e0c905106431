package dev.carryover.models.transformer.state;

import ai.djl.ndarray.types.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** CRC-32C (Castagnoli) over texts and numbers, each set apart from the next. */
final class Crc {
  private static final int CHUNK = 1 << 16;

  private final CRC32C crc = new CRC32C();
  private final ByteBuffer bytes =
      ByteBuffer.allocateDirect(CHUNK * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  Crc add(String text) {
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    crc.update(0);
    return this;
  }

  /** Numbers count as little-endian 32-bit floats; the buffer stays where it is. */
  void add(String name, Shape shape, FloatBuffer numbers) {
    add(name).add(shape.toString());
    for (int from = numbers.position(); from < numbers.limit(); from += CHUNK) {
      int count = Math.min(CHUNK, numbers.limit() - from);
      bytes.clear().limit(count * Float.BYTES);
      bytes.asFloatBuffer().put(numbers.slice(from, count));
      crc.update(bytes);
    }
  }

  String hex() {
    return "%08x".formatted(crc.getValue());
  }
}
