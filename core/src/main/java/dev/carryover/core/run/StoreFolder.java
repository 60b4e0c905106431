package dev.carryover.core.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest;
import dev.carryover.core.spi.StoreTarget;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** A folder of stores, each in a folder of its own whose name says what it was made from. */
public final class StoreFolder {
  /** Name and version of the manifest's shape. */
  static final String SCHEMA = "carryover.store/1";

  private static final String MANIFEST = "manifest.json";

  private final Path folder;

  /**
   * @param folder is made when the first store is written
   */
  public StoreFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * The folder name of a store that is made from these facts: equal facts, equal name.
   *
   * @param format leads the name, for people
   */
  public static String nameFor(String format, SortedMap<String, String> facts) {
    MessageDigest digest = sha256();
    facts.forEach(
        (key, value) -> {
          updateWithLength(digest, key);
          updateWithLength(digest, value);
        });
    return format + "-" + HexFormat.of().formatHex(digest.digest()).substring(0, 16);
  }

  /**
   * The store of this name, verified.
   *
   * @throws RunException if it does not match its manifest
   */
  public Optional<MemoryStore> find(String name) {
    Path directory = folder.resolve(name);
    return Files.isDirectory(directory) ? Optional.of(open(directory)) : Optional.empty();
  }

  /** Where a store of this name goes. A store that is there already is kept and returned. */
  public StoreTarget target(String name) {
    return (description, content) -> find(name).orElseGet(() -> write(name, description, content));
  }

  /**
   * Opens a store and verifies its content and its manifest.
   *
   * @throws RunException if the manifest is missing, newer than this version, or does not match
   */
  public static MemoryStore open(Path directory) {
    Path file = directory.resolve(MANIFEST);
    try {
      JsonNode json = Json.MAPPER.readTree(Files.readAllBytes(file));
      requireSchema(file, json, SCHEMA);
      JsonNode described = json.path("manifest");
      requireSame(
          file + " does not match its own checksum: it has the SHA-256 %s, expected %s",
          sha256Of(described),
          json.path("manifest_sha256").asText());
      StoreManifest manifest = Json.MAPPER.treeToValue(described, StoreManifest.class);
      Digest found = digest(directory.resolve("content"));
      requireSame(
          "store " + directory + " does not match its manifest: it holds %s, expected %s",
          found.toString(),
          new Digest(manifest.bytes(), manifest.sha256()).toString());
      return new MemoryStore(directory, manifest);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new RunException(
          file + " is no store manifest: " + e.getMessage() + "; delete " + directory, e);
    } catch (IOException e) {
      throw new RunException("store " + directory + " cannot be read: " + e, e);
    }
  }

  /** Deletes what writers that were killed left behind. Nobody may be writing. */
  void discardUnpublished() throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, ".*.tmp")) {
      for (Path temporary : left) {
        deleteTree(temporary);
      }
    }
  }

  private MemoryStore write(
      String name, StoreManifest.Description description, StoreTarget.ContentWriter content) {
    Path directory = folder.resolve(name);
    Path temporary = folder.resolve("." + name + "." + UUID.randomUUID() + ".tmp");
    try {
      try {
        Path contentFolder = Files.createDirectories(temporary.resolve("content"));
        content.writeTo(contentFolder);
        Digest digest = digest(contentFolder);
        StoreManifest manifest = new StoreManifest(description, digest.bytes(), digest.sha256());
        writeManifest(temporary, manifest);
        syncTree(temporary);
        return publish(temporary, directory)
            ? new MemoryStore(directory, manifest)
            : open(directory);
      } finally {
        discard(temporary);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("store " + directory + " cannot be written: " + e, e);
    }
  }

  private static void discard(Path temporary) {
    try {
      deleteTree(temporary);
    } catch (IOException e) {
      // What cannot be deleted now is deleted when the run is next opened.
    }
  }

  private static void writeManifest(Path directory, StoreManifest manifest) throws IOException {
    JsonNode described = Json.MAPPER.valueToTree(manifest);
    var json = Json.MAPPER.createObjectNode().put("schema", SCHEMA);
    json.set("manifest", described);
    json.put("manifest_sha256", sha256Of(described));
    Files.write(
        directory.resolve(MANIFEST),
        Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
  }

  /** Gives a store its name; false where another writer of the same store was faster. */
  private static boolean publish(Path temporary, Path directory) throws IOException {
    try {
      AtomicFiles.publish(temporary, directory);
      return true;
    } catch (FileSystemException e) {
      if (!Files.isDirectory(directory)) {
        throw e;
      }
      return false;
    }
  }

  private static void requireSame(String message, String found, String expected) {
    if (!found.equals(expected)) {
      throw new RunException(
          message.formatted(found, expected)
              + "; something changed it after it was written. Delete its folder to have it written"
              + " again");
    }
  }

  /** Refuses a file of a schema that this version does not know. */
  static void requireSchema(Path file, JsonNode json, String known) {
    String schema = json.path("schema").asText();
    if (schema.isEmpty()) {
      throw new RunException(
          file
              + " names no schema: it is damaged, or another kind of file; restore it from a copy");
    }
    if (!schema.equals(known)) {
      throw new RunException(
          "%s has the schema '%s', this version of Carryover reads '%s'; use the version that wrote it"
              .formatted(file, schema, known));
    }
  }

  private record Digest(long bytes, String sha256) {
    @Override
    public String toString() {
      return bytes + " bytes with the SHA-256 " + sha256;
    }
  }

  private static Digest digest(Path content) throws IOException {
    MessageDigest digest = sha256();
    long bytes = 0;
    byte[] buffer = new byte[1 << 16];
    for (Map.Entry<String, Path> file : files(content).entrySet()) {
      long size = Files.size(file.getValue());
      digest.update((file.getKey() + "\0" + size + "\0").getBytes(StandardCharsets.UTF_8));
      try (InputStream in = Files.newInputStream(file.getValue())) {
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          digest.update(buffer, 0, n);
          bytes += n;
        }
      }
    }
    return new Digest(bytes, HexFormat.of().formatHex(digest.digest()));
  }

  /** The files of a content folder by their paths, sorted. A checksum cannot vouch for a link. */
  private static SortedMap<String, Path> files(Path content) throws IOException {
    SortedMap<String, Path> files = new TreeMap<>();
    for (Path path : walk(content)) {
      if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        files.put(content.relativize(path).toString().replace('\\', '/'), path);
      } else if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        throw new RunException(
            path
                + " is neither a file nor a folder, and a store's content may hold nothing else;"
                + " put a copy of what it links to in its place");
      }
    }
    return files;
  }

  private static List<Path> walk(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  static void syncTree(Path folder) throws IOException {
    for (Path path : walk(folder)) {
      if (Files.isDirectory(path)) {
        AtomicFiles.syncFolder(path);
      } else {
        AtomicFiles.sync(path);
      }
    }
  }

  static void deleteTree(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    List<Path> paths = new ArrayList<>(walk(folder));
    Collections.reverse(paths);
    for (Path path : paths) {
      Files.delete(path);
    }
  }

  private static String sha256Of(JsonNode json) throws JsonProcessingException {
    byte[] bytes = Json.MAPPER.writeValueAsBytes(json);
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  private static void updateWithLength(MessageDigest digest, String text) {
    digest.update((text.length() + ":" + text).getBytes(StandardCharsets.UTF_8));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
