package dev.carryover.models.transformer.gguf;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Writes GGUF files, sound ones and others. */
final class GgufBytes {
  private final Map<String, byte[]> entries = new LinkedHashMap<>();
  private final List<Entry> tensors = new ArrayList<>();
  private int magic = 0x46554747;
  private int version = 3;
  private int alignment = 32;
  private OptionalLong tensorCount = OptionalLong.empty();
  private OptionalLong entryCount = OptionalLong.empty();

  private record Entry(String name, List<Long> shape, int type, byte[] data, long shift) {}

  /** Little-endian bytes of numbers, each as wide as its Java type, and of texts. */
  static byte[] bytes(Object... values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Object value : values) {
      ByteBuffer buffer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      if (value instanceof Byte number) {
        buffer.put(number);
      } else if (value instanceof Integer number) {
        buffer.putInt(number);
      } else if (value instanceof Long number) {
        buffer.putLong(number);
      } else if (value instanceof Float number) {
        buffer.putFloat(number);
      } else if (value instanceof Double number) {
        buffer.putDouble(number);
      } else if (value instanceof byte[] raw) {
        out.writeBytes(raw);
      } else {
        byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
        out.writeBytes(bytes((long) text.length));
        out.writeBytes(text);
      }
      out.write(buffer.array(), 0, buffer.position());
    }
    return out.toByteArray();
  }

  GgufBytes magic(int value) {
    magic = value;
    return this;
  }

  GgufBytes version(int value) {
    version = value;
    return this;
  }

  GgufBytes tensorCount(long claimed) {
    tensorCount = OptionalLong.of(claimed);
    return this;
  }

  GgufBytes entryCount(long claimed) {
    entryCount = OptionalLong.of(claimed);
    return this;
  }

  GgufBytes aligned(int bytes) {
    alignment = bytes;
    return with("general.alignment", bytes);
  }

  GgufBytes with(String key, String text) {
    return raw(key, bytes(8, text));
  }

  GgufBytes with(String key, int number) {
    return raw(key, bytes(4, number));
  }

  GgufBytes with(String key, float number) {
    return raw(key, bytes(6, number));
  }

  GgufBytes with(String key, boolean value) {
    return raw(key, bytes(7, (byte) (value ? 1 : 0)));
  }

  GgufBytes with(String key, List<?> texts) {
    return raw(key, bytes(9, 8, (long) texts.size(), bytes(texts.toArray())));
  }

  GgufBytes with(String key, int... numbers) {
    byte[] list = bytes(9, 5, (long) numbers.length);
    for (int number : numbers) {
      list = bytes(list, number);
    }
    return raw(key, list);
  }

  GgufBytes with(String key, float... numbers) {
    byte[] list = bytes(9, 6, (long) numbers.length);
    for (float number : numbers) {
      list = bytes(list, number);
    }
    return raw(key, list);
  }

  /** A metadata entry by the bytes of its type and its value; in the place of an earlier one. */
  GgufBytes raw(String key, byte[] typeAndValue) {
    entries.put(key, typeAndValue);
    return this;
  }

  GgufBytes without(String key) {
    entries.remove(key);
    return this;
  }

  /** A tensor of 32-bit floats; the innermost dimension first. */
  GgufBytes tensor(String name, float[] numbers, long... shape) {
    byte[] data = new byte[numbers.length * Float.BYTES];
    ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(numbers);
    return tensor(name, 0, data, 0, shape);
  }

  /**
   * A tensor of any type.
   *
   * @param shift added to the offset at which its data stands
   */
  GgufBytes tensor(String name, int type, byte[] data, long shift, long... shape) {
    List<Long> extents = new ArrayList<>();
    for (long extent : shape) {
      extents.add(extent);
    }
    tensors.removeIf(tensor -> tensor.name.equals(name));
    tensors.add(new Entry(name, extents, type, data, shift));
    return this;
  }

  GgufBytes withoutTensor(String name) {
    tensors.removeIf(tensor -> tensor.name.equals(name));
    return this;
  }

  byte[] toBytes() {
    byte[] header =
        bytes(
            magic, version, tensorCount.orElse(tensors.size()), entryCount.orElse(entries.size()));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(header);
    entries.forEach((key, value) -> out.writeBytes(bytes(key, value)));
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (Entry tensor : tensors) {
      pad(data);
      out.writeBytes(bytes(tensor.name, tensor.shape.size()));
      tensor.shape.forEach(extent -> out.writeBytes(bytes(extent)));
      out.writeBytes(bytes(tensor.type, data.size() + tensor.shift));
      data.writeBytes(tensor.data);
    }
    pad(out);
    out.writeBytes(data.toByteArray());
    return out.toByteArray();
  }

  Path write(Path file) {
    try {
      return Files.write(file, toBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void pad(ByteArrayOutputStream out) {
    while (out.size() % alignment != 0) {
      out.write(0);
    }
  }
}
