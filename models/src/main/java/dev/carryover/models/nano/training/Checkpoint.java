package dev.carryover.models.nano.training;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where a training stands, as a file that the same training goes on from to the bit.
 *
 * @param header all but the arrays
 * @param arrays weights and the optimiser's memory, by name
 */
record Checkpoint(Header header, Map<String, float[]> arrays) {
  private static final int MAGIC = 0x434f5401;
  private static final int LONGEST = 1 << 24;
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The numbers.
   *
   * @param training the fingerprint of recipe, vocabulary and starting weights
   * @param steps taken, skipped ones counted
   * @param updates of the weights
   * @param tokens seen
   * @param level state of the curriculum
   * @param curve so far
   */
  record Header(
      String training, int steps, int updates, long tokens, Curriculum.State level, Curve curve) {}

  /** Replaces the file whole. */
  void write(Path file) {
    Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp");
    try {
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(temporary)))) {
        out.writeInt(MAGIC);
        writeBytes(out, JSON.writeValueAsBytes(header));
        out.writeInt(arrays.size());
        for (Map.Entry<String, float[]> array : arrays.entrySet()) {
          writeBytes(out, array.getKey().getBytes(StandardCharsets.UTF_8));
          ByteBuffer numbers = ByteBuffer.allocate(array.getValue().length * Float.BYTES);
          numbers.asFloatBuffer().put(array.getValue());
          writeBytes(out, numbers.array());
        }
      }
      Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("the checkpoint " + file + " cannot be written", e);
    }
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** What a file holds; nothing where there is none. */
  static Optional<Checkpoint> read(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readInt() != MAGIC) {
        throw new IOException("it does not begin as a checkpoint does");
      }
      Header header = JSON.readValue(readBytes(in), Header.class);
      Map<String, float[]> arrays = new LinkedHashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        String name = new String(readBytes(in), StandardCharsets.UTF_8);
        byte[] bytes = readBytes(in);
        float[] numbers = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).asFloatBuffer().get(numbers);
        arrays.put(name, numbers);
      }
      return Optional.of(new Checkpoint(header, arrays));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the checkpoint "
              + file
              + " cannot be read: "
              + e.getMessage()
              + "; delete it to begin anew",
          e);
    }
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST) {
      throw new IOException("it claims an array of " + length + " bytes");
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("it ends too early");
    }
    return bytes;
  }
}
