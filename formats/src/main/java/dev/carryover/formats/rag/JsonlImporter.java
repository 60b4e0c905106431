package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.spi.StoreImporter;
import dev.carryover.core.spi.StoreTarget;
import dev.carryover.formats.JsonLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * Takes over a store from a file of JSON lines, one item a line. The whole file is read and checked
 * before the first store is written. Vectors are kept as they are, of whatever length. A store's
 * ancestor is the file, by its SHA-256.
 */
record JsonlImporter(RagSettings settings) implements StoreImporter {
  private static final int LONGEST_LINE = 64 << 20;

  @Override
  public String kind() {
    return "jsonl";
  }

  @Override
  public Map<String, MemoryStore> importStores(
      String location,
      List<History> histories,
      Optional<EmbedderIdentity> space,
      Function<String, StoreTarget> targets) {
    EmbedderIdentity embedder =
        space.orElseThrow(
            () ->
                new SettingException(
                    "embedder",
                    "a store of vectors needs an embedder",
                    "name the one that made them"));
    Path file = path(location);
    ImportedItems imported = new ImportedItems(file, histories, embedder);
    MessageDigest digest = sha256();
    long lines =
        JsonLines.read(
            file,
            LONGEST_LINE,
            () -> new DigestInputStream(Files.newInputStream(file), digest),
            (json, line) ->
                imported.add(StoreLineParser.parse(file, line, json, embedder.dimension())));
    if (lines == 0) {
      throw new SourceException(
          "'%s' holds no item; export the store again, one item a line".formatted(file));
    }
    imported.requireAllHistories();
    Ancestor ancestor = new Ancestor(HexFormat.of().formatHex(digest.digest()), "import jsonl");
    Map<String, MemoryStore> stores = new LinkedHashMap<>();
    for (History history : histories) {
      MemoryStore store =
          targets
              .apply(history.id())
              .write(
                  description(history, embedder, ancestor),
                  imported.contentOf(history.id())::writeTo);
      stores.put(history.id(), store);
    }
    return stores;
  }

  @Override
  public Optional<String> exportStores(List<MemoryStore> stores, Path folder) throws IOException {
    return JsonlExporter.export(stores, folder);
  }

  private Description description(History history, EmbedderIdentity space, Ancestor ancestor) {
    SortedMap<String, String> resolved = settings.asMap();
    resolved.put(RagSettings.CHUNK, "imported");
    return new Description(
        RagProvider.NAME,
        history.id(),
        Optional.empty(),
        List.of(space),
        resolved,
        0,
        Optional.of(ancestor));
  }

  private static Path path(String location) {
    try {
      return Path.of(location);
    } catch (InvalidPathException e) {
      throw new SourceException(
          "'%s' is no path: %s; give the path of a file of JSON lines"
              .formatted(location, e.getReason()),
          e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
