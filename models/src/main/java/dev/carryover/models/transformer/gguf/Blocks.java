package dev.carryover.models.transformer.gguf;

/**
 * Decoders of ggml's simple types, a block each. A quantised block has 32 numbers q and a 16-bit
 * scale d: the number is d * q, or d * q + m with a 16-bit minimum m. Four-bit halves of byte i are
 * the numbers i (low) and i + 16 (high).
 */
final class Blocks {
  private static final int HALF = 16;

  private Blocks() {}

  static void f32(byte[] bytes, int at, float[] out, int to) {
    out[to] = Float.intBitsToFloat(int32(bytes, at));
  }

  static void f16(byte[] bytes, int at, float[] out, int to) {
    out[to] = Halves.at(bytes, at);
  }

  /** The upper half of a 32-bit float. */
  static void bf16(byte[] bytes, int at, float[] out, int to) {
    out[to] = Float.intBitsToFloat((bytes[at] & 0xFF) << 16 | bytes[at + 1] << 24);
  }

  static void q4Symmetric(byte[] bytes, int at, float[] out, int to) {
    float d = Halves.at(bytes, at);
    for (int i = 0; i < HALF; i++) {
      int pair = bytes[at + 2 + i];
      out[to + i] = ((pair & 0xF) - 8) * d;
      out[to + i + HALF] = ((pair >> 4 & 0xF) - 8) * d;
    }
  }

  static void q4(byte[] bytes, int at, float[] out, int to) {
    float d = Halves.at(bytes, at);
    float m = Halves.at(bytes, at + 2);
    for (int i = 0; i < HALF; i++) {
      int pair = bytes[at + 4 + i];
      out[to + i] = (pair & 0xF) * d + m;
      out[to + i + HALF] = (pair >> 4 & 0xF) * d + m;
    }
  }

  /** The fifth bits of all 32 numbers stand together before the halves. */
  static void q5Symmetric(byte[] bytes, int at, float[] out, int to) {
    float d = Halves.at(bytes, at);
    int fifth = int32(bytes, at + 2);
    for (int i = 0; i < HALF; i++) {
      int pair = bytes[at + 6 + i];
      out[to + i] = ((pair & 0xF | (fifth >> i & 1) << 4) - 16) * d;
      out[to + i + HALF] = ((pair >> 4 & 0xF | (fifth >> i + HALF & 1) << 4) - 16) * d;
    }
  }

  static void q5(byte[] bytes, int at, float[] out, int to) {
    float d = Halves.at(bytes, at);
    float m = Halves.at(bytes, at + 2);
    int fifth = int32(bytes, at + 4);
    for (int i = 0; i < HALF; i++) {
      int pair = bytes[at + 8 + i];
      out[to + i] = (pair & 0xF | (fifth >> i & 1) << 4) * d + m;
      out[to + i + HALF] = (pair >> 4 & 0xF | (fifth >> i + HALF & 1) << 4) * d + m;
    }
  }

  static void q8(byte[] bytes, int at, float[] out, int to) {
    float d = Halves.at(bytes, at);
    for (int i = 0; i < 2 * HALF; i++) {
      out[to + i] = bytes[at + 2 + i] * d;
    }
  }

  private static int int32(byte[] bytes, int at) {
    return bytes[at] & 0xFF
        | (bytes[at + 1] & 0xFF) << 8
        | (bytes[at + 2] & 0xFF) << 16
        | bytes[at + 3] << 24;
  }
}
