package dev.carryover.formats.rag;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a two-dimensional NumPy file by the words of the format's own description. */
final class Npy {
  private Npy() {}

  static float[][] read(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[6];
    bytes.get(magic);
    if (!new String(magic, StandardCharsets.ISO_8859_1).equals("\u0093NUMPY")) {
      throw new IOException("no magic string");
    }
    if (bytes.get() != 1 || bytes.get() != 0) {
      throw new IOException("not version 1.0");
    }
    byte[] text = new byte[Short.toUnsignedInt(bytes.getShort())];
    bytes.get(text);
    String header = new String(text, StandardCharsets.ISO_8859_1);
    if (bytes.position() % 64 != 0 || !header.endsWith("\n")) {
      throw new IOException("the header is not padded to 64 bytes: " + header);
    }
    if (!header.contains("'descr': '<f4'") || !header.contains("'fortran_order': False")) {
      throw new IOException("no little-endian float32 rows: " + header);
    }
    Matcher shape = Pattern.compile("'shape': \\((\\d+), (\\d+)\\)").matcher(header);
    if (!shape.find()) {
      throw new IOException("no shape: " + header);
    }
    float[][] rows = new float[Integer.parseInt(shape.group(1))][Integer.parseInt(shape.group(2))];
    for (float[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        row[i] = bytes.getFloat();
      }
    }
    if (bytes.hasRemaining()) {
      throw new IOException(bytes.remaining() + " bytes too many");
    }
    return rows;
  }
}
