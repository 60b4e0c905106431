package dev.carryover.migrations.run;

import dev.carryover.core.spi.SettingException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A store that is there already.
 *
 * @param location the file
 * @param digest SHA-256 of its bytes
 */
record GivenStore(String location, String digest) {
  private static final String JSONL = "jsonl:";

  /**
   * The store that a source names.
   *
   * @param source {@code jsonl:PATH}
   */
  static GivenStore of(String source) {
    if (!source.startsWith(JSONL)) {
      throw new SettingException(
          "store", "'store' is '" + source + "'", "write jsonl: and the path of an export");
    }
    String location = source.substring(JSONL.length());
    if (!Files.isRegularFile(Path.of(location))) {
      throw new SettingException(
          "store", "there is no file '" + location + "'", "give the path of an export");
    }
    return new GivenStore(location, Digests.of(Path.of(location)));
  }
}
