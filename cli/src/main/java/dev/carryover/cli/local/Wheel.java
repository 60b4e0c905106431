package dev.carryover.cli.local;

import dev.carryover.core.spi.ServiceException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A Python package as a ZIP file. Only entries that are asked for by name are read, and what they
 * are written to is never named by the file.
 */
final class Wheel implements Closeable {
  private static final int CHUNK = 1 << 16;

  private final Path file;
  private final ZipFile zip;

  private Wheel(Path file, ZipFile zip) {
    this.file = file;
    this.zip = zip;
  }

  /**
   * Opens one.
   *
   * @throws ServiceException if it is no whole ZIP file
   */
  static Wheel open(Path file) throws IOException {
    try {
      return new Wheel(file, new ZipFile(file.toFile()));
    } catch (ZipException e) {
      throw new ServiceException(damaged(file, e), e);
    }
  }

  /**
   * Appends an entry to a file.
   *
   * @param most its bytes must not be more
   * @throws ServiceException if it is not there, longer or damaged
   */
  void copy(String entry, Path target, long most) throws IOException {
    ZipEntry found =
        Optional.ofNullable(zip.getEntry(entry))
            .orElseThrow(
                () -> new ServiceException(file.getFileName() + " does not hold '" + entry + "'"));
    byte[] buffer = new byte[CHUNK];
    try (InputStream in = zip.getInputStream(found);
        OutputStream out =
            Files.newOutputStream(target, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      long left = most;
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (read > left) {
          throw new ServiceException(
              "'%s' in %s is longer than it should be; nothing of it was kept"
                  .formatted(entry, file.getFileName()));
        }
        out.write(buffer, 0, read);
        left -= read;
      }
    } catch (ZipException | EOFException e) {
      throw new ServiceException(damaged(file, e), e);
    }
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }

  private static String damaged(Path file, IOException why) {
    return "%s came down damaged (%s); try again".formatted(file.getFileName(), why.getMessage());
  }
}
