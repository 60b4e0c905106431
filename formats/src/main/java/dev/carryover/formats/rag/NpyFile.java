package dev.carryover.formats.rag;

import dev.carryover.core.spi.SourceException;
import dev.carryover.formats.search.VectorRows;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Vectors in a file that anyone can read: NumPy format 1.0, little-endian float32, one row a
 * vector, in C order.
 *
 * @param path the file
 * @param count rows
 * @param dimension columns
 */
record NpyFile(Path path, int count, int dimension) implements VectorRows {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
  private static final int ALIGNMENT = 64;
  private static final int LENGTH_BYTES = 2;
  private static final Pattern HEADER =
      Pattern.compile(
          "\\{'descr': '<f4', 'fortran_order': False, 'shape': \\((\\d{1,9}), (\\d{1,9})\\), \\} *\n");

  /** Writes a new file. */
  static void write(Path path, VectorRows rows) throws IOException {
    try (OutputStream out =
        new BufferedOutputStream(
            Files.newOutputStream(path, StandardOpenOption.CREATE_NEW), 1 << 16)) {
      out.write(header(rows.count(), rows.dimension()));
      ByteBuffer bytes = littleEndian(Float.BYTES * rows.dimension());
      rows.forEach(
          (row, vector) -> {
            bytes.asFloatBuffer().put(vector);
            write(out, bytes);
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Opens a file.
   *
   * @throws SourceException if it is not of this form, or shorter or longer than it says
   */
  static NpyFile open(Path path) {
    try (DataInputStream in = input(path)) {
      byte[] magic = in.readNBytes(MAGIC.length);
      int length = Short.toUnsignedInt(Short.reverseBytes(in.readShort()));
      String header = new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
      Matcher shape = HEADER.matcher(header);
      if (!Arrays.equals(magic, MAGIC) || !shape.matches()) {
        throw damaged(path, "it is no NumPy 1.0 file of little-endian float32 rows");
      }
      NpyFile file =
          new NpyFile(path, Integer.parseInt(shape.group(1)), Integer.parseInt(shape.group(2)));
      long expected = MAGIC.length + LENGTH_BYTES + length + file.dataBytes();
      if (Files.size(path) != expected) {
        throw damaged(path, "it holds %d bytes, not %d".formatted(Files.size(path), expected));
      }
      return file;
    } catch (EOFException e) {
      throw damaged(path, "it is cut off");
    } catch (IOException e) {
      throw new UncheckedIOException("'%s' cannot be read".formatted(path), e);
    }
  }

  @Override
  public void forEach(RowConsumer consumer) {
    try (DataInputStream in = input(path)) {
      in.skipNBytes(Files.size(path) - dataBytes());
      ByteBuffer bytes = littleEndian(Float.BYTES * dimension);
      for (int row = 0; row < count; row++) {
        in.readFully(bytes.array());
        float[] vector = new float[dimension];
        bytes.asFloatBuffer().get(vector);
        consumer.accept(row, vector);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("'%s' cannot be read".formatted(path), e);
    }
  }

  private long dataBytes() {
    return (long) Float.BYTES * count * dimension;
  }

  private static byte[] header(int count, int dimension) {
    String shape =
        String.format(
            Locale.ROOT,
            "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }",
            count,
            dimension);
    int unpadded = MAGIC.length + LENGTH_BYTES + shape.length() + 1;
    int padding = (ALIGNMENT - unpadded % ALIGNMENT) % ALIGNMENT;
    String padded = shape + " ".repeat(padding) + "\n";
    return littleEndian(MAGIC.length + LENGTH_BYTES + padded.length())
        .put(MAGIC)
        .putShort((short) padded.length())
        .put(padded.getBytes(StandardCharsets.ISO_8859_1))
        .array();
  }

  private static ByteBuffer littleEndian(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static DataInputStream input(Path path) throws IOException {
    return new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 16));
  }

  private static void write(OutputStream out, ByteBuffer bytes) {
    try {
      out.write(bytes.array());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SourceException damaged(Path path, String what) {
    return new SourceException(
        "'%s' holds no vectors of this format: %s; write the store again".formatted(path, what));
  }
}
