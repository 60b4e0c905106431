package dev.carryover.models.transformer.gguf;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The part of a file before its tensors' data: magic, version, counts, metadata, the list of
 * tensors. Source: the GGUF specification of the ggml project.
 *
 * @param tensors by name, in the file's order, each held against the file's length
 */
record Header(Metadata metadata, Map<String, Tensor> tensors) {
  private static final int MAGIC = 0x46554747;
  // kinds of metadata value that are no whole numbers
  private static final int FLOAT = 6;
  private static final int FLAG = 7;
  private static final int TEXT = 8;
  private static final int LIST = 9;
  private static final int DOUBLE = 12;
  private static final int LEAST_ENTRY = 8 + 4 + 1;
  private static final int LEAST_TENSOR = 8 + 4 + 8 + 4 + 8;
  private static final int MOST_DIMENSIONS = 4;

  static Header read(Path file, FileChannel channel) throws IOException {
    return new Parser(file, channel).header();
  }

  private static final class Parser {
    private final Path file;
    private final long length;
    private final HeaderBytes bytes;

    Parser(Path file, FileChannel channel) throws IOException {
      this.file = file;
      this.length = channel.size();
      this.bytes = new HeaderBytes(file, channel);
    }

    Header header() throws IOException {
      if (length < 24 || bytes.int32() != MAGIC) {
        throw Damage.broken(file, "it does not begin as a GGUF file does");
      }
      int version = bytes.int32();
      if (version != 2 && version != 3) {
        throw Damage.unsupported(
            file,
            "GGUF version " + (Integer.reverseBytes(version) == 3 ? "3, big-endian" : version),
            "convert it to version 3, little-endian");
      }
      int tensorCount = bytes.count(bytes.int64(), LEAST_TENSOR, "number of tensors");
      int entryCount = bytes.count(bytes.int64(), LEAST_ENTRY, "number of metadata entries");
      SortedMap<String, Object> values = new TreeMap<>();
      for (int i = 0; i < entryCount; i++) {
        String key = bytes.text("a metadata key");
        if (values.put(key, value(key, bytes.int32())) != null) {
          throw Damage.broken(file, "metadata key '" + key + "' stands twice");
        }
      }
      Metadata metadata = new Metadata(file, values);
      return new Header(metadata, tensors(tensorCount, alignment(metadata)));
    }

    private Object value(String key, int type) throws IOException {
      return switch (type) {
        case FLOAT, DOUBLE -> decimal(type);
        case FLAG -> truth(key);
        case TEXT -> bytes.text(key);
        case LIST -> list(key, bytes.int32());
        default -> whole(key, type);
      };
    }

    private Object list(String key, int type) throws IOException {
      long count = bytes.int64();
      switch (type) {
        case FLOAT, DOUBLE -> {
          double[] list = new double[bytes.count(count, type == FLOAT ? 4 : 8, "length of " + key)];
          for (int i = 0; i < list.length; i++) {
            list[i] = decimal(type);
          }
          return list;
        }
        case TEXT -> {
          int size = bytes.count(count, 8, "length of " + key);
          List<String> list = new ArrayList<>(size);
          for (int i = 0; i < size; i++) {
            list.add(bytes.text(key));
          }
          return List.copyOf(list);
        }
        default -> {
          long[] list = new long[bytes.count(count, width(key, type), "length of " + key)];
          for (int i = 0; i < list.length; i++) {
            list[i] = type == FLAG ? (truth(key) ? 1 : 0) : whole(key, type);
          }
          return list;
        }
      }
    }

    private int width(String key, int type) {
      return switch (type) {
        case 0, 1, FLAG -> 1;
        case 2, 3 -> 2;
        case 4, 5 -> 4;
        case 10, 11 -> 8;
        default -> throw Damage.broken(file, "%s has the unknown type %d".formatted(key, type));
      };
    }

    private long whole(String key, int type) throws IOException {
      return switch (type) {
        case 0 -> bytes.int8() & 0xFF;
        case 1 -> bytes.int8();
        case 2 -> bytes.int16() & 0xFFFF;
        case 3 -> bytes.int16();
        case 4 -> bytes.int32() & 0xFFFFFFFFL;
        case 5 -> bytes.int32();
        case 10, 11 -> signed(key, type, bytes.int64());
        default -> throw Damage.broken(file, "%s has the unknown type %d".formatted(key, type));
      };
    }

    private long signed(String key, int type, long value) {
      if (type == 10 && value < 0) {
        throw Damage.broken(
            file, "%s is %s, which is out of range".formatted(key, Long.toUnsignedString(value)));
      }
      return value;
    }

    private double decimal(int type) throws IOException {
      return type == FLOAT
          ? Float.intBitsToFloat(bytes.int32())
          : Double.longBitsToDouble(bytes.int64());
    }

    private boolean truth(String key) throws IOException {
      int value = bytes.int8();
      if (value != 0 && value != 1) {
        throw Damage.broken(file, "%s should be true or false and is %d".formatted(key, value));
      }
      return value == 1;
    }

    private int alignment(Metadata metadata) {
      long alignment = metadata.integer("general.alignment").orElse(32);
      if (alignment < 8 || alignment > 1 << 20 || alignment % 8 != 0) {
        throw Damage.broken(
            file, "general.alignment is %d: no multiple of 8, or too large".formatted(alignment));
      }
      return (int) alignment;
    }

    private Map<String, Tensor> tensors(int count, int alignment) throws IOException {
      List<Tensor> found = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        found.add(tensor(alignment));
      }
      long data = (bytes.position() + alignment - 1) / alignment * alignment;
      Map<String, Tensor> placed = new LinkedHashMap<>();
      for (Tensor tensor : found) {
        if (tensor.offset() > length - data || tensor.bytes() > length - data - tensor.offset()) {
          throw Damage.broken(
              file,
              "tensor '%s' should take %,d bytes at %,d of the data, but only %,d are there"
                  .formatted(
                      tensor.name(), tensor.bytes(), tensor.offset(), Math.max(0, length - data)));
        }
        if (placed.put(tensor.name(), tensor.movedBy(data)) != null) {
          throw Damage.broken(file, "tensor '" + tensor.name() + "' stands twice");
        }
      }
      return Collections.unmodifiableMap(placed);
    }

    private Tensor tensor(int alignment) throws IOException {
      String name = bytes.text("a tensor's name");
      int dimensions = bytes.int32();
      if (dimensions < 1 || dimensions > MOST_DIMENSIONS) {
        throw Damage.broken(
            file,
            "tensor '%s' has %s dimensions, not 1 to %d"
                .formatted(name, Integer.toUnsignedString(dimensions), MOST_DIMENSIONS));
      }
      List<Long> shape = new ArrayList<>();
      for (int i = 0; i < dimensions; i++) {
        shape.add(bytes.int64());
      }
      int type = bytes.int32();
      long offset = bytes.int64();
      if (offset < 0 || offset % alignment != 0) {
        throw Damage.broken(
            file,
            "tensor '%s' begins at %s, which is no multiple of the alignment %d"
                .formatted(name, Long.toUnsignedString(offset), alignment));
      }
      return Tensor.of(file, name, shape, type, offset);
    }
  }
}
