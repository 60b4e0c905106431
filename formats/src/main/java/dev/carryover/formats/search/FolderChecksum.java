package dev.carryover.formats.search;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** What a folder holds, as text that changes with any byte of it. */
final class FolderChecksum {
  private FolderChecksum() {}

  /** A line with the basis, then one for each file by name: its SHA-256 and its name. */
  static String of(Path folder, String basis) throws IOException {
    StringBuilder lines = new StringBuilder(basis).append('\n');
    try (Stream<Path> list = Files.list(folder)) {
      List<Path> files = list.sorted().toList();
      for (Path file : files) {
        lines.append(sha256(file)).append("  ").append(file.getFileName()).append('\n');
      }
    }
    return lines.toString();
  }

  private static String sha256(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        byte[] chunk = new byte[1 << 16];
        while (in.read(chunk) >= 0) {
          // the digest sees what is read
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
