package dev.carryover.models.prompted;

import dev.carryover.core.spi.SettingException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A text that prompts are made from.
 *
 * @param name where it is from, for messages
 * @param text without a byte order mark, with {@code \n} alone between lines
 */
record TextFile(String name, String text) {
  TextFile {
    text = text.replaceFirst("^\uFEFF", "").replaceAll("\\R", "\n");
  }

  /** A file beside the classes, such as {@code reader-chat.txt}. */
  static TextFile builtIn(String name) {
    try (InputStream in = TextFile.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource '" + name + "' is missing from the jar");
      }
      return new TextFile(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the resource '" + name + "' cannot be read", e);
    }
  }

  /**
   * A user's file.
   *
   * @param key the setting that names it
   * @throws SettingException if it cannot be read as UTF-8
   */
  static TextFile given(String key, String file) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(Path.of(file)));
      return new TextFile(file, StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException e) {
      throw new SettingException(key, file + " is not UTF-8", "save it as UTF-8");
    } catch (NoSuchFileException e) {
      throw new SettingException(key, file + " does not exist", "name a file that holds a prompt");
    } catch (IOException | InvalidPathException e) {
      throw new SettingException(
          key, file + " cannot be read: " + e.getMessage(), "name a file that holds a prompt");
    }
  }

  /** What the text is recorded under: its SHA-256. */
  String hash() {
    return Sha256.of(text);
  }
}
