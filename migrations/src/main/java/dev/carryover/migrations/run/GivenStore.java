package dev.carryover.migrations.run;

import dev.carryover.core.run.RepairedCopy;
import dev.carryover.core.run.StoreSwap;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.spi.StoreImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A store that is there already.
 *
 * @param kind how it is written, such as {@code jsonl}
 * @param location the file or the folder
 * @param digest SHA-256 of what it holds
 */
record GivenStore(String kind, String location, String digest) {
  /**
   * The store that a source names.
   *
   * @param source {@code KIND:PATH}
   * @param formats that are to take it over
   */
  static GivenStore of(String source, List<MemoryFormat> formats) {
    int colon = source.indexOf(':');
    if (colon < 1) {
      throw new SettingException(
          "store",
          "'store' is '" + source + "'",
          "write jsonl: and the path of an export, or the folder that 'carryover repair apply' filled");
    }
    String kind = source.substring(0, colon);
    String location = source.substring(colon + 1);
    formats.forEach(format -> requireTakenBy(format, kind));
    Path path = Path.of(location);
    new StoreSwap().finish(path);
    if (!Files.exists(path)) {
      throw new SettingException(
          "store", "there is no file '" + location + "'", "give the path of an export");
    }
    return new GivenStore(kind, location, Digests.of(path));
  }

  /** The store from which a copy was repaired, as it was then: where a swap left it. */
  static GivenStore of(RepairedCopy.Source source) {
    Path kept = StoreSwap.kept(source.location(), source.sha256());
    boolean moved = Files.exists(kept) && Digests.of(kept).equals(source.sha256());
    return new GivenStore(
        source.store().substring(0, source.store().indexOf(':')),
        (moved ? kept : source.location()).toString(),
        source.sha256());
  }

  /**
   * Looks whether it still holds what it held.
   *
   * @throws SourceException if not
   */
  void requireUnchanged() {
    if (!Digests.of(Path.of(location)).equals(digest)) {
      throw new SourceException(
          "'%s' does not hold any more what it held when it was first read; give the store as it was, or start anew in another folder"
              .formatted(location));
    }
  }

  /** Refuses a format that cannot take it over. */
  private static void requireTakenBy(MemoryFormat format, String kind) {
    String taken = format.importer().map(StoreImporter::kind).orElse("");
    if (taken.isEmpty()) {
      throw new SettingException(
          "store",
          "format '" + format.name() + "' cannot take over a store as it is set here",
          "leave this format out, or leave out the store");
    }
    if (!taken.equals(kind)) {
      throw new SettingException(
          "store",
          "format '%s' cannot take over a store of kind '%s'".formatted(format.name(), kind),
          "give one of kind '" + taken + "', or leave this format out");
    }
  }
}
