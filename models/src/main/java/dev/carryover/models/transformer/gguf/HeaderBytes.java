package dev.carryover.models.transformer.gguf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Little-endian values from the start of a file on, never past the end of its header. */
final class HeaderBytes {
  /** A header of this many bytes holds the largest vocabularies many times over. */
  static final long LONGEST = 32L << 20;

  private final Path file;
  private final FileChannel channel;
  private final long length;
  private final ByteBuffer block =
      ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN).limit(0);
  private long blockAt;

  HeaderBytes(Path file, FileChannel channel) throws IOException {
    this.file = file;
    this.channel = channel;
    this.length = channel.size();
  }

  /** Bytes read so far. */
  long position() {
    return blockAt + block.position();
  }

  /**
   * Makes sure that there are as many bytes as a count says.
   *
   * @param count unsigned
   * @param each the least bytes of one
   * @param what is counted
   */
  int count(long count, int each, String what) {
    long left = Math.min(length, LONGEST) - position();
    if (count < 0 || count > left / each) {
      throw Damage.broken(
          file,
          "%s at byte %,d: %s, but only %,d bytes of header can follow"
              .formatted(what, position(), Long.toUnsignedString(count), left));
    }
    return (int) count;
  }

  byte int8() throws IOException {
    return take(1).get();
  }

  short int16() throws IOException {
    return take(2).getShort();
  }

  int int32() throws IOException {
    return take(4).getInt();
  }

  long int64() throws IOException {
    return take(8).getLong();
  }

  /** A length, then so many bytes of UTF-8. */
  String text(String what) throws IOException {
    byte[] bytes = new byte[count(int64(), 1, "length of " + what)];
    int done = 0;
    while (done < bytes.length) {
      int step = Math.min(bytes.length - done, block.capacity());
      take(step).get(bytes, done, step);
      done += step;
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Damage.broken(file, "%s before byte %,d: no UTF-8".formatted(what, position()));
    }
  }

  private ByteBuffer take(int bytes) throws IOException {
    if (position() + bytes > LONGEST) {
      throw Damage.broken(file, "a header of more than %,d bytes".formatted(LONGEST));
    }
    while (block.remaining() < bytes) {
      long at = blockAt + block.limit();
      blockAt += block.position();
      block.compact();
      int read = channel.read(block, at);
      block.flip();
      if (read < 0) {
        throw Damage.broken(file, "the file ends at byte %,d, within its header".formatted(at));
      }
    }
    return block;
  }
}
