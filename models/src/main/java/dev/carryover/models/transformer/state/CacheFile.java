package dev.carryover.models.transformer.state;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.IncompatibleStateException;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.load.Safetensors;
import dev.carryover.models.transformer.load.Safetensors.Tensor;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The file of a kept cache, {@code cache.safetensors} in a folder: a safetensors file whose
 * metadata says which model it belongs to ({@link CacheHeader}) and holds two checksums, CRC-32C in
 * eight hexadecimal digits: {@code payload} over every array's name, shape and little-endian
 * numbers in the order of the names, and {@code header} over every other text of the metadata,
 * {@code payload} included.
 */
public final class CacheFile {
  private static final String NAME = "cache.safetensors";
  private static final String HEADER = "header";
  private static final String PAYLOAD = "payload";
  private static final String REMEDY = "the store is damaged: restore it or write it again";

  private CacheFile() {}

  /**
   * What was loaded.
   *
   * @param header of the file
   * @param cache for the caller to close
   */
  public record Loaded(CacheHeader header, KvCache cache) {}

  /** The file in a folder. */
  public static Path in(Path folder) {
    return folder.resolve(NAME);
  }

  /**
   * Writes a cache. It depends on nothing but what is written.
   *
   * @return the size of the file
   * @throws SourceException if it cannot be written
   */
  public static long write(Path folder, CacheHeader header, KvCache cache) {
    SortedMap<String, Tensor> tensors = new TreeMap<>();
    Crc payload = new Crc();
    cache
        .arrays()
        .forEach(
            (name, array) -> {
              Tensor tensor = Tensor.of(array);
              payload.add(name, tensor.shape(), tensor.data());
              tensors.put(name, tensor);
            });
    SortedMap<String, String> metadata = header.asTexts();
    metadata.put(PAYLOAD, payload.hex());
    metadata.put(HEADER, checksum(metadata));
    Path file = in(folder);
    Safetensors.write(file, metadata, tensors);
    return file.toFile().length();
  }

  /**
   * Loads a cache for a model, after verifying that it is whole and the model's.
   *
   * @throws SourceException if the file is missing or damaged
   * @throws IncompatibleStateException naming both models, if it is another's and may not be, or is
   *     of another shape
   */
  public static Loaded read(Path folder, Transformer model, Foreign foreign) {
    Path file = in(folder);
    Safetensors tensors = Safetensors.read(file);
    SortedMap<String, String> metadata = new TreeMap<>(tensors.metadata());
    String stated = metadata.remove(HEADER);
    if (stated == null || !stated.equals(checksum(metadata))) {
      throw damaged(file, "its header does not match its checksum");
    }
    String payload = String.valueOf(metadata.remove(PAYLOAD));
    CacheHeader header = CacheHeader.of(metadata, file);
    requireFor(model, header, tensors, foreign);
    return new Loaded(header, payload(file, tensors, header, payload, model));
  }

  private static void requireFor(
      Transformer model, CacheHeader header, Safetensors tensors, Foreign foreign) {
    boolean own = CacheHeader.sameModel(header.model(), model.identity());
    if (!own && foreign == Foreign.REFUSE) {
      throw incompatible(header, model, "");
    }
    Geometry geometry = model.geometry();
    Shape each = new Shape(1, geometry.keyValueHeads(), header.ids().length, geometry.headSize());
    boolean fits =
        header.ids().length == 0
            || tensors.names().size() == 2 * geometry.layers()
                && tensors.names().stream().allMatch(name -> tensors.shape(name).equals(each));
    if (!fits) {
      throw incompatible(header, model, ", not even by force: its arrays are of another shape");
    }
    for (int position : header.positions()) {
      if (position < 0 || position >= geometry.context()) {
        throw incompatible(
            header,
            model,
            ": it holds position %d of a context of %d".formatted(position, geometry.context()));
      }
    }
  }

  private static IncompatibleStateException incompatible(
      CacheHeader header, Transformer model, String why) {
    return new IncompatibleStateException(
        "the cache was computed for %s, and %s cannot go on from it%s; have the new model read the history again"
            .formatted(header.model().fingerprint(), model.identity().fingerprint(), why));
  }

  private static KvCache payload(
      Path file, Safetensors tensors, CacheHeader header, String stated, Transformer model) {
    Crc crc = new Crc();
    try (NDManager scratch = model.newManager()) {
      SortedMap<String, NDArray> arrays = new TreeMap<>();
      for (String name : tensors.names()) {
        FloatBuffer numbers = tensors.floats(name);
        crc.add(name, tensors.shape(name), numbers);
        arrays.put(name, scratch.create(numbers, tensors.shape(name)));
      }
      if (!crc.hex().equals(stated)) {
        throw damaged(file, "its numbers do not match their checksum");
      }
      return KvCache.of(model, arrays, header.positions(), header.ids());
    } catch (IllegalArgumentException e) {
      throw damaged(file, String.valueOf(e.getMessage()));
    }
  }

  static String checksum(Map<String, String> metadata) {
    Crc crc = new Crc();
    new TreeMap<>(metadata).forEach((key, value) -> crc.add(key).add(value));
    return crc.hex();
  }

  static SourceException damaged(Path file, String what) {
    return new SourceException(file + ": " + what + "; " + REMEDY);
  }
}
