package dev.carryover.core.run;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of a stream as bytes. What stands behind the last line end is no line. */
final class ByteLines implements Closeable {
  private final InputStream in;
  private byte[] buffer = new byte[1 << 16];
  private int filled;
  private int lineStart;
  private int nextLine;

  ByteLines(InputStream in) {
    this.in = in;
  }

  /** Goes to the next line. */
  boolean next() throws IOException {
    lineStart = nextLine;
    int scanned = lineStart;
    while (true) {
      for (; scanned < filled; scanned++) {
        if (buffer[scanned] == '\n') {
          nextLine = scanned + 1;
          return true;
        }
      }
      scanned -= lineStart;
      if (!fill()) {
        return false;
      }
    }
  }

  /** The bytes that the line is in, from {@link #start()}. */
  byte[] bytes() {
    return buffer;
  }

  /** Where the line starts. */
  int start() {
    return lineStart;
  }

  /** How many bytes the line has, without its end. */
  int length() {
    return nextLine - 1 - lineStart;
  }

  /** Whether bytes without a line end are left, once there is no next line. */
  boolean leavesRest() {
    return filled > lineStart;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Moves the line that is being looked for to the front, and reads more behind it. */
  private boolean fill() throws IOException {
    System.arraycopy(buffer, lineStart, buffer, 0, filled - lineStart);
    filled -= lineStart;
    lineStart = 0;
    nextLine = 0;
    if (filled == buffer.length) {
      if (filled > Integer.MAX_VALUE / 2) {
        throw new IOException("a line is longer than " + filled + " bytes");
      }
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int read = in.read(buffer, filled, buffer.length - filled);
    filled += Math.max(0, read);
    return read >= 0;
  }
}
