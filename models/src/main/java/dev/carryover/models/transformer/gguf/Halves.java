package dev.carryover.models.transformer.gguf;

/** 16-bit floats (IEEE 754 binary16) by their bits. */
final class Halves {
  private static final float[] VALUES = new float[1 << 16];

  static {
    for (int bits = 0; bits < VALUES.length; bits++) {
      VALUES[bits] = value(bits);
    }
  }

  private Halves() {}

  /** The value of the two bytes at a place, little-endian. */
  static float at(byte[] bytes, int at) {
    return VALUES[(bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8];
  }

  private static float value(int bits) {
    int exponent = bits >> 10 & 0x1F;
    int fraction = bits & 0x3FF;
    float size;
    if (exponent == 0) {
      size = fraction * 0x1p-24f;
    } else if (exponent == 0x1F) {
      size = fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
    } else {
      size = Math.scalb(1 + fraction * 0x1p-10f, exponent - 15);
    }
    return (bits & 0x8000) == 0 ? size : -size;
  }
}
