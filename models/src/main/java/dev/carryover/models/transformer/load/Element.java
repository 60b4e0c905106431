package dev.carryover.models.transformer.load;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** The number formats that a safetensors header may name. */
enum Element {
  BOOL(1),
  U8(1),
  I8(1),
  F8_E5M2(1),
  F8_E4M3(1),
  I16(2),
  U16(2),
  F16(2),
  BF16(2),
  I32(4),
  U32(4),
  F32(4),
  I64(8),
  U64(8),
  F64(8);

  private final int bytes;

  Element(int bytes) {
    this.bytes = bytes;
  }

  /** Of one number. */
  int bytes() {
    return bytes;
  }

  /** Whether {@link #decode} can turn it into 32-bit floats. */
  boolean isFloat() {
    return this == F32 || this == F16 || this == BF16;
  }

  /** Appends all that is left in the bytes, little-endian, as 32-bit floats. */
  void decode(ByteBuffer from, FloatBuffer to) {
    switch (this) {
      case F32 -> {
        to.put(from.asFloatBuffer());
        from.position(from.limit());
      }
      case BF16 -> {
        while (from.hasRemaining()) {
          to.put(Float.intBitsToFloat(from.getShort() << 16));
        }
      }
      case F16 -> {
        while (from.hasRemaining()) {
          to.put(half(from.getShort()));
        }
      }
      default -> throw new IllegalStateException(this + " is no float");
    }
  }

  /** IEEE 754 binary16: 1 sign bit, 5 of the exponent (bias 15), 10 of the fraction. */
  static float half(short bits) {
    int exponent = bits >> 10 & 0x1f;
    int fraction = bits & 0x3ff;
    int sign = (bits & 0x8000) << 16;
    if (exponent == 0) {
      float small = fraction * 0x1p-24f;
      return sign == 0 ? small : -small;
    }
    int wide = exponent == 0x1f ? 0xff : exponent - 15 + 127;
    return Float.intBitsToFloat(sign | wide << 23 | fraction << 13);
  }
}
