package dev.carryover.core.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Puts a copy in the place of a file or a folder, and keeps the old one beside it under its name
 * with its checksum. A file is replaced by one atomic rename. A folder needs two, between which its
 * place is empty: a note beside it says what is under way, and {@link #finish} brings that to its
 * end after a kill.
 */
public final class StoreSwap {
  private static final int SHOWN = 16;
  private static final String NOTE = ".swap";
  private static final String FRESH = ".swap-new";

  /** A point at which a kill would leave something behind. */
  enum Step {
    COPIED,
    KEPT,
    NOTED,
    MOVED_AWAY,
    IN_PLACE
  }

  private final Consumer<Step> steps;

  /** A swap that nobody watches. */
  public StoreSwap() {
    this(step -> {});
  }

  /**
   * @param steps hears each step that was made
   */
  StoreSwap(Consumer<Step> steps) {
    this.steps = steps;
  }

  /** Where the old one is kept. */
  public static Path kept(Path original, String sha256) {
    return original.resolveSibling(
        original.getFileName() + "." + sha256.substring(0, Math.min(SHOWN, sha256.length())));
  }

  /**
   * Swaps, or goes on with a swap that was stopped.
   *
   * @param copy stays where it is; a copy of it takes the place
   * @param sha256 of the original
   * @return where the old one is kept
   * @throws RunException if something else lies where the old one is to be kept
   * @throws UncheckedIOException if it cannot be written; then the original is still in its place,
   *     or {@link #finish} brings it there
   */
  public Path swap(Path original, Path copy, String sha256) {
    Path place = original.toAbsolutePath();
    Path kept = kept(place, sha256);
    try {
      if (Files.isDirectory(place)) {
        swapFolders(place, copy, kept);
      } else {
        swapFiles(place, copy, kept);
      }
      return kept;
    } catch (IOException e) {
      throw new UncheckedIOException(
          "'" + original + "' cannot be replaced: " + e + "; the same command goes on", e);
    }
  }

  private void swapFiles(Path place, Path copy, Path kept) throws IOException {
    Path fresh = hidden(place, FRESH);
    Files.copy(copy, fresh, StandardCopyOption.REPLACE_EXISTING);
    AtomicFiles.sync(fresh);
    steps.accept(Step.COPIED);
    if (!Files.exists(kept)) {
      keep(place, kept);
    } else if (Files.mismatch(place, kept) >= 0) {
      throw inTheWay(kept);
    }
    AtomicFiles.syncFolder(place.resolveSibling("."));
    steps.accept(Step.KEPT);
    Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    AtomicFiles.syncFolder(place.resolveSibling("."));
    steps.accept(Step.IN_PLACE);
  }

  /** A second name for the file, or a copy where the disk knows no second names. */
  private static void keep(Path place, Path kept) throws IOException {
    try {
      Files.createLink(kept, place);
    } catch (IOException | UnsupportedOperationException e) {
      Path temporary = hidden(kept, ".tmp");
      Files.copy(place, temporary, StandardCopyOption.REPLACE_EXISTING);
      AtomicFiles.sync(temporary);
      Files.move(temporary, kept, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private void swapFolders(Path place, Path copy, Path kept) throws IOException {
    if (Files.exists(kept, LinkOption.NOFOLLOW_LINKS)) {
      throw inTheWay(kept);
    }
    Path fresh = hidden(place, FRESH);
    StoreFolder.deleteTree(fresh);
    copyTree(copy, fresh);
    steps.accept(Step.COPIED);
    AtomicFiles.replace(
        hidden(place, NOTE), kept.getFileName().toString().getBytes(StandardCharsets.UTF_8));
    steps.accept(Step.NOTED);
    finishFolders(place);
  }

  /**
   * Brings a swap of folders to its end that was stopped under way; does nothing where none was.
   *
   * @param original its place, which may be empty
   */
  public void finish(Path original) {
    Path place = original.toAbsolutePath();
    if (place.getFileName() == null || !Files.isRegularFile(hidden(place, NOTE))) {
      return;
    }
    try {
      finishFolders(place);
    } catch (IOException e) {
      throw new UncheckedIOException("'" + original + "' cannot be replaced: " + e, e);
    }
  }

  private void finishFolders(Path place) throws IOException {
    Path note = hidden(place, NOTE);
    Path fresh = hidden(place, FRESH);
    Path kept = place.resolveSibling(Files.readString(note));
    if (Files.isDirectory(fresh)) {
      if (Files.exists(place)) {
        AtomicFiles.publish(place, kept);
      }
      steps.accept(Step.MOVED_AWAY);
      AtomicFiles.publish(fresh, place);
      steps.accept(Step.IN_PLACE);
    }
    Files.delete(note);
    AtomicFiles.syncFolder(place.resolveSibling("."));
  }

  private static void copyTree(Path from, Path to) throws IOException {
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(from)) {
      paths = walk.sorted().toList();
    }
    for (Path path : paths) {
      Path target = to.resolve(from.relativize(path).toString());
      if (Files.isDirectory(path)) {
        Files.createDirectories(target);
      } else {
        Files.copy(path, target);
      }
    }
    StoreFolder.syncTree(to);
  }

  private static RunException inTheWay(Path kept) {
    return new RunException(
        "'%s', where the old store is to be kept, is there and is another one; move it away"
            .formatted(kept));
  }

  private static Path hidden(Path place, String ending) {
    return place.resolveSibling("." + place.getFileName() + ending);
  }
}
