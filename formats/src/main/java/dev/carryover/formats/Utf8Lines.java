package dev.carryover.formats;

import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Cuts bytes into lines at line feeds and checks that each is UTF-8. Holds one line at a time and
 * never more than the longest that is allowed.
 */
final class Utf8Lines {
  private static final int CHUNK = 1 << 16;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final Path file;
  private final InputStream in;
  private final int longest;
  private final byte[] chunk = new byte[CHUNK];
  private final CharBuffer decoded = CharBuffer.allocate(1 << 12);
  private int chunkStart;
  private int chunkEnd;
  private byte[] line = new byte[CHUNK];
  private int length;
  private int start;
  private long number;

  Utf8Lines(Path file, InputStream in, int longest) {
    this.file = file;
    this.in = in;
    this.longest = longest;
  }

  /** Goes to the next line; false at the end. */
  boolean next() throws IOException {
    length = 0;
    start = 0;
    number++;
    boolean any = false;
    while (true) {
      if (chunkStart == chunkEnd && !refill()) {
        break;
      }
      any = true;
      int end = chunkStart;
      while (end < chunkEnd && chunk[end] != '\n') {
        end++;
      }
      append(end);
      boolean ended = end < chunkEnd;
      chunkStart = ended ? end + 1 : end;
      if (ended) {
        break;
      }
    }
    if (any) {
      skipByteOrderMark();
      requireUtf8();
    }
    return any;
  }

  /** The line is {@link #length()} bytes of this array from {@link #start()}. */
  byte[] bytes() {
    return line;
  }

  int start() {
    return start;
  }

  int length() {
    return length - start;
  }

  /** The line's number, from 1. */
  long number() {
    return number;
  }

  /** Whether the line holds nothing but blanks. */
  boolean isBlank() {
    for (int i = start; i < length; i++) {
      if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  private boolean refill() throws IOException {
    chunkStart = 0;
    chunkEnd = Math.max(0, in.read(chunk));
    return chunkEnd > 0;
  }

  private void append(int end) {
    int more = end - chunkStart;
    if (more > longest - length) {
      throw new SourceException(
          "'%s', line %d: longer than %d bytes; write one JSON object a line"
              .formatted(file, number, longest));
    }
    if (length + more > line.length) {
      int doubled = (int) Math.min(longest, 2L * line.length);
      line = Arrays.copyOf(line, Math.max(doubled, length + more));
    }
    System.arraycopy(chunk, chunkStart, line, length, more);
    length += more;
  }

  private void skipByteOrderMark() {
    if (number == 1
        && length >= BYTE_ORDER_MARK.length
        && Arrays.equals(line, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, 3)) {
      start = BYTE_ORDER_MARK.length;
    }
  }

  private void requireUtf8() {
    int first = start;
    while (first < length && line[first] >= 0) {
      first++;
    }
    if (first == length) {
      return;
    }
    CharsetDecoder strict =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer bytes = ByteBuffer.wrap(line, first, length - first);
    CoderResult result;
    do {
      decoded.clear();
      result = strict.decode(bytes, decoded, true);
    } while (result.isOverflow());
    if (result.isError()) {
      throw new SourceException(
          "'%s', line %d, byte %d: not UTF-8 (0x%02X); save the file as UTF-8"
              .formatted(file, number, bytes.position(), line[bytes.position()]));
    }
  }
}
