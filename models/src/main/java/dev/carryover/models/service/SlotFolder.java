package dev.carryover.models.service;

import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** The folder in which a server on this machine keeps its slots' files. */
record SlotFolder(Path path) {
  static final String KEY = "slot_folder";

  /**
   * The setting {@code slot_folder}.
   *
   * @throws SettingException if it names no folder
   */
  static Optional<SlotFolder> in(Settings settings) {
    Optional<Path> path = ServiceSettings.given(settings, KEY).map(Path::of);
    if (path.isPresent() && !Files.isDirectory(path.get())) {
      throw new SettingException(
          KEY,
          "'%s' is '%s', which is no folder".formatted(KEY, path.get()),
          "name the folder that the server was given as --slot-save-path, or leave it out");
    }
    return path.map(SlotFolder::new);
  }

  /** SHA-256 of a file, in hexadecimal digits; empty where it is not there. */
  Optional<String> sha256(String file) {
    try (InputStream in = Files.newInputStream(path.resolve(file));
        DigestInputStream digest =
            new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
      digest.transferTo(OutputStream.nullOutputStream());
      return Optional.of(HexFormat.of().formatHex(digest.getMessageDigest().digest()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    } catch (IOException e) {
      throw new UncheckedIOException("'" + path.resolve(file) + "' cannot be read", e);
    }
  }
}
