package dev.carryover.formats.kgfixed;

import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Finds the schema that a setting names: one that is built in, or a file. */
final class Schemas {
  /** The built-in schemas, the default first. */
  static final List<String> BUILT_IN =
      List.of("conversation", "synthetic", "synthetic-nano", "nano");

  private static final int LARGEST = 1 << 20;

  private Schemas() {}

  /**
   * The schema of this name, or else in the file at this path.
   *
   * @throws SettingException if there is neither, or the file is no schema
   */
  static Schema named(String setting) {
    try {
      return SchemaParser.parse(
          setting, BUILT_IN.contains(setting) ? builtIn(setting) : file(setting));
    } catch (SourceException e) {
      throw new SettingException(
          KgSettings.SCHEMA, "the schema cannot be used: " + e.getMessage(), remedy());
    }
  }

  private static String remedy() {
    return "give one of %s, or the path of a schema file".formatted(String.join(", ", BUILT_IN));
  }

  private static String builtIn(String name) {
    try (InputStream in = Schemas.class.getResourceAsStream(name + ".json")) {
      if (in == null) {
        throw new IllegalStateException("the schema '" + name + "' is missing from the build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("the schema '" + name + "' cannot be read", e);
    }
  }

  private static String file(String setting) {
    try {
      Path path = Path.of(setting);
      if (!Files.isRegularFile(path)) {
        throw new SourceException("'%s' is no built-in schema and no file".formatted(setting));
      }
      if (Files.size(path) > LARGEST) {
        throw new SourceException(
            "'%s' is longer than %d bytes, no schema is".formatted(setting, LARGEST));
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(path)))
          .toString();
    } catch (InvalidPathException e) {
      throw new SourceException("'%s' is no built-in schema and no path".formatted(setting), e);
    } catch (CharacterCodingException e) {
      throw new SourceException("'%s' is not UTF-8".formatted(setting), e);
    } catch (IOException e) {
      throw new SourceException("'%s' cannot be read: %s".formatted(setting, e.getMessage()), e);
    }
  }
}
