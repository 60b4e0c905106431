package dev.carryover.formats.external;

import dev.carryover.core.spi.ServiceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Cuts what a process writes into lines at line feeds, none of them longer than an answer may be.
 */
final class AnswerLines {
  private final InputStream in;
  private final String who;
  private final byte[] chunk = new byte[1 << 16];
  private int start;
  private int end;
  private ByteArrayOutputStream line = new ByteArrayOutputStream();

  AnswerLines(InputStream in, String who) {
    this.in = in;
    this.who = who;
  }

  /**
   * The next line that is not blank, without its line feed; nothing at the end.
   *
   * @throws ServiceException if it is too long
   */
  Optional<byte[]> next() throws IOException {
    while (start < end || refill()) {
      int feed = start;
      while (feed < end && chunk[feed] != '\n') {
        feed++;
      }
      append(feed);
      boolean ended = feed < end;
      start = ended ? feed + 1 : feed;
      if (ended) {
        byte[] whole = line.toByteArray();
        line = new ByteArrayOutputStream();
        if (!isBlank(whole)) {
          return Optional.of(whole);
        }
      }
    }
    return Optional.empty();
  }

  /** What came after the last line feed. */
  byte[] rest() {
    return line.toByteArray();
  }

  private boolean refill() throws IOException {
    start = 0;
    end = Math.max(0, in.read(chunk));
    return end > 0;
  }

  private void append(int feed) {
    if (line.size() + (feed - start) > Json.LONGEST) {
      throw new ServiceException(
          "%s answered with a line of more than %d MiB, which begins '%s'; list fewer items"
              .formatted(who, Json.LONGEST >> 20, Json.quote(line.toByteArray())));
    }
    line.write(chunk, start, feed - start);
  }

  private static boolean isBlank(byte[] bytes) {
    for (byte b : bytes) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
