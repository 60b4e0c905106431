package dev.carryover.cli.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The length of a file and its SHA-256, hexadecimal. */
record Hash(long bytes, String sha256) {
  private static final int CHUNK = 1 << 16;

  static Hash of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[CHUNK];
      long bytes = 0;
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
        bytes += read;
      }
      return new Hash(bytes, HexFormat.of().formatHex(digest.digest()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Whether these are a model's bytes. */
  boolean isOf(LocalModel model) {
    return bytes == model.bytes() && sha256.equals(model.sha256());
  }

  /** What is, and what should be. */
  String against(LocalModel model) {
    return String.format(
        Locale.ROOT,
        "has %,d bytes and SHA-256 %s where %,d bytes and SHA-256 %s are right",
        bytes,
        sha256,
        model.bytes(),
        model.sha256());
  }
}
