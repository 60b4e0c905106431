package dev.carryover.models.transformer.gguf;

/**
 * Decoders of ggml's K types, a block of 256 numbers each, with smaller scales within it.
 *
 * <p>Q4_K and Q5_K: eight parts of 32 numbers d * s * q - m * t, where s and t are 6-bit scales of
 * the part, packed into 12 bytes. Q6_K: sixteen parts of 16 numbers d * s * (q - 32), s of 8 bits.
 */
final class SuperBlocks {
  private static final int PART = 32;

  private SuperBlocks() {}

  static void q4(byte[] bytes, int at, float[] out, int to) {
    int low = at + 16;
    for (int part = 0; part < 8; part += 2) {
      float d = scale(bytes, at, part);
      float m = minimum(bytes, at, part);
      float d2 = scale(bytes, at, part + 1);
      float m2 = minimum(bytes, at, part + 1);
      for (int i = 0; i < PART; i++) {
        int pair = bytes[low + i];
        out[to + i] = d * (pair & 0xF) - m;
        out[to + i + PART] = d2 * (pair >> 4 & 0xF) - m2;
      }
      low += PART;
      to += 2 * PART;
    }
  }

  /** As Q4_K, with a fifth bit: bit p of byte i is that of number i of part p. */
  static void q5(byte[] bytes, int at, float[] out, int to) {
    int fifth = at + 16;
    int low = at + 48;
    for (int part = 0; part < 8; part += 2) {
      float d = scale(bytes, at, part);
      float m = minimum(bytes, at, part);
      float d2 = scale(bytes, at, part + 1);
      float m2 = minimum(bytes, at, part + 1);
      for (int i = 0; i < PART; i++) {
        int pair = bytes[low + i];
        int bits = bytes[fifth + i] >> part;
        out[to + i] = d * (pair & 0xF | (bits & 1) << 4) - m;
        out[to + i + PART] = d2 * (pair >> 4 & 0xF | (bits & 2) << 3) - m2;
      }
      low += PART;
      to += 2 * PART;
    }
  }

  /** Two halves of 128 numbers: four low bits in 64 bytes, two high bits in 32. */
  static void q6(byte[] bytes, int at, float[] out, int to) {
    float d = Halves.at(bytes, at + 208);
    for (int half = 0; half < 2; half++) {
      int low = at + 64 * half;
      int high = at + 128 + PART * half;
      int scales = at + 192 + 8 * half;
      for (int i = 0; i < PART; i++) {
        int first = bytes[low + i];
        int second = bytes[low + i + PART];
        int bits = bytes[high + i];
        int scale = scales + i / 16;
        out[to + i] = d * bytes[scale] * ((first & 0xF | (bits & 3) << 4) - 32);
        out[to + i + PART] = d * bytes[scale + 2] * ((second & 0xF | (bits >> 2 & 3) << 4) - 32);
        out[to + i + 2 * PART] =
            d * bytes[scale + 4] * ((first >> 4 & 0xF | (bits >> 4 & 3) << 4) - 32);
        out[to + i + 3 * PART] =
            d * bytes[scale + 6] * ((second >> 4 & 0xF | (bits >> 6 & 3) << 4) - 32);
      }
      to += 4 * PART;
    }
  }

  /** Of parts 0 to 3 the low six bits of byte p; of the others, from bytes p + 4 and p - 4. */
  private static float scale(byte[] bytes, int at, int part) {
    int scales = at + 4;
    int bits =
        part < 4
            ? bytes[scales + part] & 63
            : bytes[scales + part + 4] & 0xF | (bytes[scales + part - 4] >> 6 & 3) << 4;
    return Halves.at(bytes, at) * bits;
  }

  /** Of parts 0 to 3 the low six bits of byte p + 4; of the others, from bytes p + 4 and p. */
  private static float minimum(byte[] bytes, int at, int part) {
    int scales = at + 4;
    int bits =
        part < 4
            ? bytes[scales + part + 4] & 63
            : bytes[scales + part + 4] >> 4 & 0xF | (bytes[scales + part] >> 6 & 3) << 4;
    return Halves.at(bytes, at + 2) * bits;
  }
}
