package dev.carryover.formats.notes;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.spi.StoreImporter;
import dev.carryover.core.spi.StoreTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Takes over notes that exist already, whoever wrote them: in a folder, for each history a folder
 * of markdown files under the history's id, or one file {@code ID.md}. Files are copied as they
 * are, under no cap, and all are checked before the first store is written. A store's ancestor is
 * its files, by a SHA-256 over their names and bytes. Nothing is embedded.
 */
record NotesImporter() implements StoreImporter {
  private static final String FORM =
      "give a folder that holds ID.md, or a folder ID of .md files, for each history";

  @Override
  public String kind() {
    return "notes";
  }

  @Override
  public Map<String, MemoryStore> importStores(
      String location,
      List<History> histories,
      Optional<EmbedderIdentity> embedder,
      Function<String, StoreTarget> targets) {
    Path folder = folder(location);
    Map<String, Path> found = found(folder);
    Map<String, List<Path>> files = new LinkedHashMap<>();
    for (History history : histories) {
      Path notes = found.remove(history.id());
      if (notes == null) {
        throw new SourceException(
            "'%s' holds no notes on history '%s'; %s".formatted(folder, history.id(), FORM));
      }
      files.put(history.id(), filesOf(notes));
    }
    if (!found.isEmpty()) {
      throw new SourceException(
          "'%s' is on no history of this run; move it out of the folder, or name its history"
              .formatted(found.values().iterator().next()));
    }
    Map<String, MemoryStore> stores = new LinkedHashMap<>();
    files.forEach(
        (history, notes) ->
            stores.put(
                history,
                targets
                    .apply(history)
                    .write(
                        description(history, notes), content -> NotesFolder.copy(content, notes))));
    return stores;
  }

  /** A folder for each history under {@code notes}. */
  @Override
  public Optional<String> exportStores(List<MemoryStore> stores, Path folder) throws IOException {
    Path all = Files.createDirectory(folder.resolve(NotesProvider.NAME));
    for (MemoryStore store : stores) {
      Path notes = Files.createDirectory(all.resolve(store.manifest().description().history()));
      for (Path file : NotesFolder.files(store)) {
        Files.copy(file, notes.resolve(file.getFileName().toString()));
      }
    }
    return Optional.of(NotesProvider.NAME);
  }

  private static Path folder(String location) {
    try {
      Path folder = Path.of(location);
      if (Files.isDirectory(folder)) {
        return folder;
      }
      throw new SourceException("'%s' is no folder; %s".formatted(location, FORM));
    } catch (InvalidPathException e) {
      throw new SourceException(
          "'%s' is no path: %s; %s".formatted(location, e.getReason(), FORM), e);
    }
  }

  /** Folders and markdown files by the id of the history that they are on. */
  private static SortedMap<String, Path> found(Path folder) {
    SortedMap<String, Path> found = new TreeMap<>();
    NotesFolder.markdownFiles(folder).forEach(file -> found.put(NotesFolder.stem(file), file));
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.filter(NotesImporter::isVisibleFolder).sorted().toList()) {
        String id = entry.getFileName().toString();
        if (found.containsKey(id)) {
          throw new SourceException(
              "'%s' and '%s' are both on history '%s'; keep one"
                  .formatted(found.get(id), entry, id));
        }
        found.put(id, entry);
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("'" + folder + "' cannot be listed: " + e, e);
    }
  }

  private static boolean isVisibleFolder(Path path) {
    return Files.isDirectory(path) && !path.getFileName().toString().startsWith(".");
  }

  private static List<Path> filesOf(Path notes) {
    List<Path> files = Files.isDirectory(notes) ? NotesFolder.markdownFiles(notes) : List.of(notes);
    if (files.isEmpty()) {
      throw new SourceException(
          "'%s' holds no .md file; put the notes there, or an empty one".formatted(notes));
    }
    files.forEach(NotesFolder::items);
    return files;
  }

  private static Description description(String history, List<Path> files) {
    SortedMap<String, String> settings = new TreeMap<>();
    NotesSettings.PARAMETERS.forEach(parameter -> settings.put(parameter.name(), "imported"));
    return new Description(
        NotesProvider.NAME,
        history,
        Optional.empty(),
        List.of(),
        settings,
        0,
        Optional.of(new Ancestor(sha256(files), "import notes")));
  }

  private static String sha256(List<Path> files) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path file : files) {
        byte[] bytes = Files.readAllBytes(file);
        String name = file.getFileName() + "\0" + bytes.length + "\0";
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    } catch (IOException e) {
      throw new UncheckedIOException("notes cannot be read: " + e, e);
    }
  }
}
