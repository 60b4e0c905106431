package dev.carryover.formats.external;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Reads all that a process writes to its standard error, and keeps the end of it. */
final class StandardError {
  private static final int KEPT_BYTES = 4096;
  private static final int SHOWN_LINES = 5;

  private final byte[] ring = new byte[KEPT_BYTES];
  private long written;
  private final Thread reader;

  private StandardError(InputStream in, String name) {
    reader = new Thread(() -> drain(in), name);
    reader.setDaemon(true);
  }

  /** Starts to read. */
  static StandardError of(InputStream in, String name) {
    StandardError error = new StandardError(in, name);
    error.reader.start();
    return error;
  }

  /** The last lines as one, in brackets, once the process has had time to say them. */
  String tail(Duration patience) {
    try {
      reader.join(patience.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<String> lines = kept().lines().filter(line -> !line.isBlank()).toList();
    if (lines.isEmpty()) {
      return " (nothing on its standard error)";
    }
    List<String> last = lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
    return " (its standard error ends: " + Json.printable(String.join("\n", last)) + ")";
  }

  private synchronized String kept() {
    int length = (int) Math.min(written, KEPT_BYTES);
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = ring[(int) ((written - length + i) % KEPT_BYTES)];
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void drain(InputStream in) {
    byte[] chunk = new byte[KEPT_BYTES];
    try {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        keep(chunk, read);
      }
    } catch (IOException e) {
      // the process was ended, and nothing more will come
    }
  }

  private synchronized void keep(byte[] chunk, int length) {
    for (int i = 0; i < length; i++) {
      ring[(int) (written++ % KEPT_BYTES)] = chunk[i];
    }
  }
}
