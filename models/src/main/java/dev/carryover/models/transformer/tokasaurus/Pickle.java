package dev.carryover.models.transformer.tokasaurus;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes the few objects of Python's pickle protocol 2 that a PyTorch checkpoint of tensors is made
 * of: dictionaries, lists, tuples, text, whole numbers and 32-bit tensors in storages of their own.
 */
final class Pickle {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** Begins a dictionary; keys and values follow in turn. */
  static Pickle ofDictionary() {
    Pickle pickle = new Pickle();
    pickle.out.write(0x80);
    pickle.out.write(2);
    return pickle.op('}').op('(');
  }

  /** Ends the dictionary and the pickle. */
  byte[] end() {
    op('u').op('.');
    return out.toByteArray();
  }

  Pickle beginList() {
    return op(']').op('(');
  }

  Pickle endList() {
    return op('e');
  }

  Pickle text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    op('X').number(utf8.length).out.writeBytes(utf8);
    return this;
  }

  /**
   * A contiguous tensor.
   *
   * @param storage name of the entry that holds its numbers
   */
  Pickle tensor(String storage, long[] shape) {
    long[] strides = new long[shape.length];
    long count = 1;
    for (int i = shape.length - 1; i >= 0; i--) {
      strides[i] = count;
      count = Math.multiplyExact(count, shape[i]);
    }
    global("torch._utils", "_rebuild_tensor_v2").op('(');
    op('(').text("storage").global("torch", "FloatStorage").text(storage).text("cpu");
    op('J').number(Math.toIntExact(count)).op('t').op('Q');
    op('J').number(0).tuple(shape).tuple(strides);
    out.write(0x89);
    global("collections", "OrderedDict").op(')').op('R');
    return op('t').op('R');
  }

  private Pickle tuple(long[] numbers) {
    op('(');
    for (long number : numbers) {
      op('J').number(Math.toIntExact(number));
    }
    return op('t');
  }

  private Pickle global(String module, String name) {
    op('c').out.writeBytes((module + "\n" + name + "\n").getBytes(StandardCharsets.US_ASCII));
    return this;
  }

  private Pickle op(char code) {
    out.write(code);
    return this;
  }

  private Pickle number(int number) {
    out.writeBytes(
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(number).array());
    return this;
  }
}
