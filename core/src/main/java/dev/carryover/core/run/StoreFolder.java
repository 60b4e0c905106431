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
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
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
          digest.update((key + "\0" + value + "\0").getBytes(StandardCharsets.UTF_8));
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
   * Opens a store and verifies its content against its manifest.
   *
   * @throws RunException if the manifest is missing, newer than this version, or does not match
   */
  public static MemoryStore open(Path directory) {
    Path file = directory.resolve(MANIFEST);
    try {
      JsonNode json = Json.MAPPER.readTree(Files.readAllBytes(file));
      requireSchema(file, json, SCHEMA);
      StoreManifest manifest = Json.MAPPER.treeToValue(json.path("manifest"), StoreManifest.class);
      Digest found = digest(directory.resolve("content"));
      if (found.bytes() != manifest.bytes() || !found.sha256().equals(manifest.sha256())) {
        throw new RunException(
            ("store %s does not match its manifest: %d bytes with SHA-256 %s, expected %d with %s;"
                    + " something changed it after it was written. Delete its folder to have it"
                    + " written again")
                .formatted(
                    directory, found.bytes(), found.sha256(), manifest.bytes(), manifest.sha256()));
      }
      return new MemoryStore(directory, manifest);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new RunException(
          file + " is no store manifest: " + e.getMessage() + "; delete " + directory, e);
    } catch (IOException e) {
      throw new RunException("store " + directory + " cannot be read: " + e, e);
    }
  }

  private MemoryStore write(
      String name, StoreManifest.Description description, StoreTarget.ContentWriter content) {
    Path temporary = folder.resolve("." + name + ".tmp");
    Path directory = folder.resolve(name);
    try {
      deleteTree(temporary);
      Path contentFolder = Files.createDirectories(temporary.resolve("content"));
      content.writeTo(contentFolder);
      Digest digest = digest(contentFolder);
      StoreManifest manifest = new StoreManifest(description, digest.bytes(), digest.sha256());
      var json = Json.MAPPER.createObjectNode().put("schema", SCHEMA);
      json.set("manifest", Json.MAPPER.valueToTree(manifest));
      Path manifestFile = temporary.resolve(MANIFEST);
      Files.write(
          manifestFile, Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
      for (Path file : files(temporary)) {
        AtomicFiles.sync(file);
      }
      AtomicFiles.publish(temporary, directory);
      return new MemoryStore(directory, manifest);
    } catch (IOException e) {
      throw new UncheckedIOException("store " + directory + " cannot be written: " + e, e);
    }
  }

  /** Refuses a file of a schema that this version does not know. */
  static void requireSchema(Path file, JsonNode json, String known) {
    String schema = json.path("schema").asText();
    if (!schema.equals(known)) {
      throw new RunException(
          "%s has the schema '%s', this version of Carryover reads '%s'; use the version that wrote it"
              .formatted(file, schema, known));
    }
  }

  private record Digest(long bytes, String sha256) {}

  private static Digest digest(Path content) throws IOException {
    MessageDigest digest = sha256();
    long bytes = 0;
    byte[] buffer = new byte[1 << 16];
    for (Path file : files(content)) {
      String path = content.relativize(file).toString().replace('\\', '/');
      digest.update((path + "\0" + Files.size(file) + "\0").getBytes(StandardCharsets.UTF_8));
      try (InputStream in = Files.newInputStream(file)) {
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          digest.update(buffer, 0, n);
          bytes += n;
        }
      }
    }
    return new Digest(bytes, HexFormat.of().formatHex(digest.digest()));
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void deleteTree(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
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
