package dev.carryover.models.transformer.gguf;

import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/**
 * An open GGUF file. Its header was read and held against the file's length; tensors are read when
 * asked for. Not for use by several threads at once.
 */
public final class GgufFile implements AutoCloseable {
  private static final int CHUNK = 1 << 20;

  private final Path path;
  private final FileChannel channel;
  private final Header header;

  private GgufFile(Path path, FileChannel channel, Header header) {
    this.path = path;
    this.channel = channel;
    this.header = header;
  }

  /**
   * Opens a file and reads its header.
   *
   * @throws SourceException if it is not there, damaged, or of a kind that cannot be read here
   */
  public static GgufFile open(Path path) {
    FileChannel channel;
    try {
      channel = FileChannel.open(path, StandardOpenOption.READ);
    } catch (IOException e) {
      throw Damage.unsupported(path, "cannot be opened (" + e + ")", "name a GGUF file");
    }
    try {
      return new GgufFile(path, channel, Header.read(path, channel));
    } catch (IOException e) {
      close(channel);
      throw Damage.unsupported(path, "cannot be read (" + e + ")", "name a GGUF file");
    } catch (RuntimeException e) {
      close(channel);
      throw e;
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** What it says of its model. */
  public Metadata metadata() {
    return header.metadata();
  }

  /** The names of its tensors, in its own order. */
  public Set<String> tensors() {
    return header.tensors().keySet();
  }

  /** A tensor, where the file has it. */
  Optional<Tensor> tensor(String name) {
    return Optional.ofNullable(header.tensors().get(name));
  }

  /**
   * Reads a tensor into an array, from a place on.
   *
   * @param out gets all the tensor's numbers, which must be finite
   * @throws SourceException if the file was cut since it was opened, or a number is not finite
   */
  void read(Tensor tensor, float[] out, int to) {
    TensorType type = tensor.type();
    int atOnce = Math.max(1, CHUNK / type.bytes());
    byte[] bytes = new byte[atOnce * type.bytes()];
    int blocks = tensor.elements() / type.block();
    for (int done = 0; done < blocks; done += atOnce) {
      int step = Math.min(atOnce, blocks - done);
      fill(ByteBuffer.wrap(bytes, 0, step * type.bytes()), tensor, (long) done * type.bytes());
      type.decode(bytes, step, out, to + done * type.block());
    }
    requireFinite(tensor, out, to);
  }

  private void fill(ByteBuffer into, Tensor tensor, long at) {
    try {
      while (into.hasRemaining()) {
        int read = channel.read(into, tensor.offset() + at);
        if (read < 0) {
          throw Damage.broken(
              path, "it ends within tensor '%s': it was cut meanwhile".formatted(tensor.name()));
        }
        at += read;
      }
    } catch (IOException e) {
      throw Damage.broken(path, "tensor '%s' cannot be read (%s)".formatted(tensor.name(), e));
    }
  }

  private void requireFinite(Tensor tensor, float[] numbers, int from) {
    int elements = tensor.elements();
    for (int i = 0; i < elements; i++) {
      if (!Float.isFinite(numbers[from + i])) {
        throw Damage.broken(
            path, "number %,d of tensor '%s' is %s".formatted(i, tensor.name(), numbers[from + i]));
      }
    }
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    close(channel);
  }
}
