package dev.carryover.core;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Maps vectors of one space into another: {@code A x + b}, scaled to length 1 as an embedder's
 * vectors are; the zero vector, which has no direction, stays zero. Immutable, safe for several
 * threads.
 */
public final class SpaceAdapter {
  private static final int MAGIC = 0x434f5341; // COSA
  private static final int VERSION = 1;
  private static final int LARGEST_DIMENSION = 65_536;

  private final EmbedderIdentity from;
  private final EmbedderIdentity to;
  private final float[][] columns;
  private final float[] bias;

  private SpaceAdapter(
      EmbedderIdentity from, EmbedderIdentity to, float[][] columns, float[] bias) {
    this.from = Objects.requireNonNull(from, "from");
    this.to = Objects.requireNonNull(to, "to");
    this.columns = columns;
    this.bias = bias;
    requireNumbers("the bias", bias, to.dimension());
    requireLength("the matrix", columns.length, from.dimension(), "columns");
    for (float[] column : columns) {
      requireNumbers("a column of the matrix", column, to.dimension());
    }
  }

  /**
   * The adapter with this map.
   *
   * @param from the space of what it takes
   * @param to the space of what it gives
   * @param columns {@code A}: one column for each coordinate of {@code from}, each of {@code to}'s
   *     dimension
   * @param bias {@code b}, of {@code to}'s dimension
   * @throws IllegalArgumentException if a shape does not fit or a number is not finite
   */
  public static SpaceAdapter of(
      EmbedderIdentity from, EmbedderIdentity to, float[][] columns, float[] bias) {
    float[][] copies = new float[columns.length][];
    for (int i = 0; i < columns.length; i++) {
      copies[i] = columns[i].clone();
    }
    return new SpaceAdapter(from, to, copies, bias.clone());
  }

  /** The space of what it takes. */
  public EmbedderIdentity from() {
    return from;
  }

  /** The space of what it gives. */
  public EmbedderIdentity to() {
    return to;
  }

  /** A copy of {@code A}, row by row: one row for each coordinate of {@link #to()}. */
  public float[][] matrix() {
    float[][] rows = new float[bias.length][columns.length];
    for (int i = 0; i < columns.length; i++) {
      for (int j = 0; j < bias.length; j++) {
        rows[j][i] = columns[i][j];
      }
    }
    return rows;
  }

  /** A copy of {@code b}. */
  public float[] bias() {
    return bias.clone();
  }

  /**
   * The vector in the other space.
   *
   * @throws IllegalArgumentException if it is not of {@link #from()}'s dimension
   */
  public float[] apply(float[] vector) {
    requireLength("a vector to map", vector.length, columns.length, "numbers");
    float[] mapped = bias.clone();
    int i = 0;
    for (; i + 4 <= vector.length; i += 4) {
      addFour(mapped, vector, i);
    }
    for (; i < vector.length; i++) {
      for (int j = 0; j < mapped.length; j++) {
        mapped[j] += columns[i][j] * vector[i];
      }
    }
    return scaled(mapped);
  }

  /** Four columns in one pass, which reads and writes the sum a quarter as often. */
  private void addFour(float[] sum, float[] vector, int first) {
    float[] a = columns[first];
    float[] b = columns[first + 1];
    float[] c = columns[first + 2];
    float[] d = columns[first + 3];
    float p = vector[first];
    float q = vector[first + 1];
    float r = vector[first + 2];
    float s = vector[first + 3];
    for (int j = 0; j < sum.length; j++) {
      sum[j] += a[j] * p + b[j] * q + (c[j] * r + d[j] * s);
    }
  }

  private static float[] scaled(float[] vector) {
    double square = 0;
    for (float coordinate : vector) {
      square += (double) coordinate * coordinate;
    }
    if (square > 0) {
      float factor = (float) (1 / Math.sqrt(square));
      for (int j = 0; j < vector.length; j++) {
        vector[j] *= factor;
      }
    }
    return vector;
  }

  /**
   * Writes its file form: both identities, then {@code b} and the columns of {@code A} as
   * big-endian floats. Whoever keeps it keeps a checksum of it.
   */
  public void writeTo(OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(MAGIC);
    data.writeInt(VERSION);
    write(data, from);
    write(data, to);
    write(data, bias);
    for (float[] column : columns) {
      write(data, column);
    }
    data.flush();
  }

  /**
   * Reads the file form.
   *
   * @throws IOException if it is another file's, of another version, too short, too long or damaged
   */
  public static SpaceAdapter read(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    try {
      if (data.readInt() != MAGIC) {
        throw new IOException("it is not an adapter between vector spaces");
      }
      int version = data.readInt();
      if (version != VERSION) {
        throw new IOException("it is of version " + version + ", and only 1 is known");
      }
      EmbedderIdentity from = readIdentity(data);
      EmbedderIdentity to = readIdentity(data);
      float[] bias = readFloats(data, to.dimension());
      float[][] columns = new float[from.dimension()][];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = readFloats(data, to.dimension());
      }
      if (data.read() >= 0) {
        throw new IOException("it goes on after its last column");
      }
      return new SpaceAdapter(from, to, columns, bias);
    } catch (EOFException e) {
      throw new IOException("it ends too early", e);
    } catch (IllegalArgumentException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }

  private static void write(DataOutputStream data, EmbedderIdentity identity) throws IOException {
    data.writeUTF(identity.name());
    data.writeInt(identity.dimension());
    data.writeUTF(identity.fingerprint());
  }

  private static EmbedderIdentity readIdentity(DataInputStream data) throws IOException {
    String name = data.readUTF();
    int dimension = data.readInt();
    if (dimension > LARGEST_DIMENSION) {
      throw new IOException("dimension " + dimension + " is over " + LARGEST_DIMENSION);
    }
    return new EmbedderIdentity(name, dimension, data.readUTF());
  }

  private static void write(DataOutputStream data, float[] numbers) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * numbers.length);
    bytes.asFloatBuffer().put(numbers);
    data.write(bytes.array());
  }

  private static float[] readFloats(DataInputStream data, int count) throws IOException {
    byte[] bytes = new byte[Float.BYTES * count];
    data.readFully(bytes);
    float[] numbers = new float[count];
    ByteBuffer.wrap(bytes).asFloatBuffer().get(numbers);
    return numbers;
  }

  private static void requireNumbers(String what, float[] numbers, int dimension) {
    requireLength(what, numbers.length, dimension, "numbers");
    for (float number : numbers) {
      if (!Float.isFinite(number)) {
        throw new IllegalArgumentException(what + " holds " + number);
      }
    }
  }

  private static void requireLength(String what, int length, int expected, String unit) {
    if (length != expected) {
      throw new IllegalArgumentException(
          "%s has %d %s, and %d belong there".formatted(what, length, unit, expected));
    }
  }
}
