package dev.carryover.migrations.run;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** SHA-256 over inputs, so that a run knows whether they are still the same. */
final class Digests {
  private final MessageDigest sha256;

  private Digests() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Over everything that a writer may see. */
  static String of(History history) {
    Digests digest = new Digests();
    digest.add(history);
    return digest.hex();
  }

  /** Over histories and probes. */
  static String of(List<ProbedHistory> histories) {
    Digests digest = new Digests();
    for (ProbedHistory probed : histories) {
      digest.add(probed.history());
      for (Probe probe : probed.probes()) {
        digest.add(probe.toString());
      }
    }
    return digest.hex();
  }

  /** Over texts, in order. */
  static String ofTexts(List<String> texts) {
    Digests digest = new Digests();
    texts.forEach(digest::add);
    return digest.hex();
  }

  /** Over the bytes of a file, or over the names and bytes of all files in a folder. */
  static String of(Path path) {
    Digests digest = new Digests();
    try {
      if (Files.isDirectory(path)) {
        for (Path each : Trees.list(path)) {
          if (Files.isRegularFile(each)) {
            digest.add(path.relativize(each).toString().replace('\\', '/'));
            digest.add(each);
          }
        }
      } else {
        digest.add(path);
      }
    } catch (IOException e) {
      throw new SourceException(path + " cannot be read: " + e, e);
    }
    return digest.hex();
  }

  private void add(Path file) throws IOException {
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        sha256.update(buffer, 0, n);
      }
    }
  }

  private void add(History history) {
    add(history.id());
    for (Event event : history.events()) {
      add(event.id());
      add(event.time().orElse(""));
      add(event.speaker());
      add(event.text());
    }
  }

  private void add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    sha256.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
    sha256.update(bytes);
  }

  private String hex() {
    return HexFormat.of().formatHex(sha256.digest());
  }
}
