package dev.carryover.models.transformer.load;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * A safetensors file: named tensors and a map of texts. The header is read and verified at once, a
 * tensor when it is asked for; memory is bounded by the file's size.
 *
 * @see <a href="https://huggingface.co/docs/safetensors">the format</a>
 */
public final class Safetensors {
  private static final int CHUNK = 1 << 20;

  private final Path file;
  private final SafetensorsHeader header;

  private Safetensors(Path file, SafetensorsHeader header) {
    this.file = file;
    this.header = header;
  }

  /**
   * A tensor of 32-bit floats.
   *
   * @param shape any; its size is that of the data
   * @param data row by row, from its position to its limit
   */
  public record Tensor(Shape shape, FloatBuffer data) {
    public Tensor {
      Objects.requireNonNull(shape, "shape");
      if (shape.size() != data.remaining()) {
        throw new IllegalArgumentException(shape + " of " + data.remaining() + " numbers");
      }
    }

    /** A copy of what an array of 32-bit floats holds. */
    public static Tensor of(NDArray array) {
      return new Tensor(array.getShape(), FloatBuffer.wrap(array.toFloatArray()));
    }
  }

  /**
   * Reads and verifies the header.
   *
   * @throws SourceException if the file cannot be read or is damaged
   */
  public static Safetensors read(Path file) {
    return new Safetensors(file, SafetensorsHeader.read(file));
  }

  /**
   * Writes a file that depends on nothing but what is written, and puts it in place whole.
   *
   * @throws SourceException if it cannot be written
   */
  public static void write(
      Path file, SortedMap<String, String> metadata, SortedMap<String, Tensor> tensors) {
    SafetensorsWriter.write(file, metadata, tensors);
  }

  /** The texts that stand beside the tensors; may be empty. */
  public SortedMap<String, String> metadata() {
    return header.metadata();
  }

  /** The names of the tensors. */
  public SortedSet<String> names() {
    return Collections.unmodifiableSortedSet(header.names());
  }

  /** The shape of a tensor that is there. */
  public Shape shape(String name) {
    return header.entry(name).shape();
  }

  /**
   * The numbers of a tensor, F32, F16 or BF16 in the file.
   *
   * @return outside the Java heap
   * @throws SourceException if it is not there, of another number format, 2 GiB or more, or cannot
   *     be read
   */
  public FloatBuffer floats(String name) {
    return bytes(name).asFloatBuffer();
  }

  /** The same as an array that belongs to this manager and depends on no Java memory. */
  public NDArray array(String name, NDManager manager) {
    return copied(bytes(name), shape(name), manager);
  }

  /** An array made from numbers outside the Java heap, which may change or go afterwards. */
  static NDArray copied(ByteBuffer floats, Shape shape, NDManager manager) {
    try (NDArray view = manager.create(floats, shape, DataType.FLOAT32)) {
      return view.duplicate();
    }
  }

  ByteBuffer bytes(String name) {
    SafetensorsHeader.Entry entry = header.entry(name);
    long size = entry.shape().size() * Float.BYTES;
    if (!entry.element().isFloat() || size > Integer.MAX_VALUE) {
      throw new SourceException(
          "%s: tensor '%s' is %s %s; only F32, F16 and BF16 of less than 2 GiB can be used: convert it"
              .formatted(file, name, entry.element(), entry.shape()));
    }
    ByteBuffer floats = ByteBuffer.allocateDirect((int) size).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.position(entry.begin());
      if (entry.element() == Element.F32) {
        fill(channel, floats, name);
      } else {
        decode(channel, entry, floats.asFloatBuffer(), name);
      }
    } catch (IOException e) {
      throw new SourceException(
          "%s: tensor '%s' cannot be read: %s".formatted(file, name, e.getMessage()), e);
    }
    return floats.rewind();
  }

  private void decode(
      FileChannel channel, SafetensorsHeader.Entry entry, FloatBuffer floats, String name)
      throws IOException {
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
    long left = entry.shape().size() * entry.element().bytes();
    while (left > 0) {
      chunk.clear().limit((int) Math.min(CHUNK, left));
      left -= chunk.remaining();
      fill(channel, chunk, name);
      entry.element().decode(chunk.flip(), floats);
    }
  }

  private void fill(FileChannel channel, ByteBuffer buffer, String name) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new SourceException(
            "%s: ends within tensor '%s', though it was longer when it was opened; copy it again"
                .formatted(file, name));
      }
    }
  }
}
