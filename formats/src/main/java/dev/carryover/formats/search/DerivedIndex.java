package dev.carryover.formats.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NoLockFactory;

/**
 * A Lucene index on disk that can be rebuilt at any time. Beside its files lies their checksum with
 * the basis that they are derived from; an index that does not match is thrown away and built anew.
 * It is built aside and moved into place as a whole. Where the disk takes no index, it is built in
 * memory.
 */
final class DerivedIndex {
  private static final String FILES = "files";
  private static final String CHECKSUM = "checksum.txt";

  private final Path place;
  private final String basis;
  private final Builder builder;

  private DerivedIndex(Path place, String basis, Builder builder) {
    this.place = place;
    this.basis = basis;
    this.builder = builder;
  }

  /** Fills a directory with an index. */
  @FunctionalInterface
  interface Builder {
    void build(Directory directory) throws IOException;
  }

  /**
   * The index, opened where it is sound and built where it is not.
   *
   * @param name of the kind of index, and its folder
   * @param parameters that the builder depends on, apart from the home's basis
   * @throws UncheckedIOException if it can be built neither on disk nor in memory
   */
  static Directory open(IndexHome home, String name, String parameters, Builder builder) {
    DerivedIndex index =
        new DerivedIndex(home.folder().resolve(name), home.basis() + "; " + parameters, builder);
    try {
      return index.openOnDisk();
    } catch (IOException | UncheckedIOException diskTakesNoIndex) {
      return index.buildInMemory(diskTakesNoIndex);
    }
  }

  private Directory openOnDisk() throws IOException {
    if (!isSound()) {
      build();
    }
    return new MMapDirectory(place.resolve(FILES), NoLockFactory.INSTANCE);
  }

  private Directory buildInMemory(Exception onDisk) {
    ByteBuffersDirectory memory = new ByteBuffersDirectory();
    try {
      builder.build(memory);
      return memory;
    } catch (IOException e) {
      e.addSuppressed(onDisk);
      throw new UncheckedIOException("the index for '%s' cannot be built".formatted(place), e);
    }
  }

  private boolean isSound() throws IOException {
    Path checksum = place.resolve(CHECKSUM);
    return Files.isRegularFile(checksum)
        && Files.isDirectory(place.resolve(FILES))
        && Files.readString(checksum, StandardCharsets.ISO_8859_1)
            .equals(FolderChecksum.of(place.resolve(FILES), basis));
  }

  private void build() throws IOException {
    Files.createDirectories(place.getParent());
    Path aside = Files.createTempDirectory(place.getParent(), place.getFileName() + "-building-");
    try {
      Path files = Files.createDirectory(aside.resolve(FILES));
      try (Directory directory = new MMapDirectory(files, NoLockFactory.INSTANCE)) {
        builder.build(directory);
      }
      Files.writeString(
          aside.resolve(CHECKSUM), FolderChecksum.of(files, basis), StandardCharsets.ISO_8859_1);
      moveIntoPlace(aside);
    } finally {
      delete(aside);
    }
  }

  private void moveIntoPlace(Path aside) throws IOException {
    if (Files.exists(place) && !isSound()) {
      delete(place);
    }
    try {
      Files.move(aside, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      if (!isSound()) {
        throw e;
      }
      // another opener was first, and built the same
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(folder)) {
      List<Path> deepestFirst = walk.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    }
  }
}
