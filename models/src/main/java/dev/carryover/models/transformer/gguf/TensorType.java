package dev.carryover.models.transformer.gguf;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a tensor's numbers are stored: in blocks of a fixed number of bytes. */
enum TensorType {
  F32(0, 1, 4, Blocks::f32),
  F16(1, 1, 2, Blocks::f16),
  BF16(30, 1, 2, Blocks::bf16),
  Q4_0(2, 32, 18, Blocks::q4Symmetric),
  Q4_1(3, 32, 20, Blocks::q4),
  Q5_0(6, 32, 22, Blocks::q5Symmetric),
  Q5_1(7, 32, 24, Blocks::q5),
  Q8_0(8, 32, 34, Blocks::q8),
  Q4_K(12, 256, 144, SuperBlocks::q4),
  Q5_K(13, 256, 176, SuperBlocks::q5),
  Q6_K(14, 256, 210, SuperBlocks::q6);

  private static final String[] OTHERS = {"Q8_1", "Q2_K", "Q3_K", "Q8_K"};
  private static final int[] OTHER_IDS = {9, 10, 11, 15};

  private final int id;
  private final int block;
  private final int bytes;
  private final Decoding decoding;

  TensorType(int id, int block, int bytes, Decoding decoding) {
    this.id = id;
    this.block = block;
    this.bytes = bytes;
    this.decoding = decoding;
  }

  /** From one block's bytes to its numbers. */
  private interface Decoding {
    void decode(byte[] bytes, int from, float[] out, int to);
  }

  /** The type of a number in the file, where it can be read here. */
  static Optional<TensorType> of(int id) {
    return Arrays.stream(values()).filter(type -> type.id == id).findFirst();
  }

  /** Those that can be read, for messages. */
  static String names() {
    return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
  }

  /** A type that cannot be read, for messages. */
  static String inWords(int id) {
    int known = Arrays.binarySearch(OTHER_IDS, id);
    return known >= 0 ? OTHERS[known] : "number " + Integer.toUnsignedString(id);
  }

  /** Numbers in one block. */
  int block() {
    return block;
  }

  /** Bytes of one block. */
  int bytes() {
    return bytes;
  }

  /** Decodes blocks that stand one after the other. */
  void decode(byte[] from, int blocks, float[] out, int to) {
    for (int i = 0; i < blocks; i++) {
      decoding.decode(from, i * bytes, out, to + i * block);
    }
  }
}
