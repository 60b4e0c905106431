package dev.carryover.models.transformer.load;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.core.spi.SourceException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The tensors of a folder, in one safetensors file or in several with an index. */
final class Checkpoint {
  static final String SINGLE = "model.safetensors";
  private static final String INDEX = "model.safetensors.index.json";

  private final Path folder;
  private final SortedMap<String, Safetensors> byName = new TreeMap<>();
  private final TreeSet<String> unread;

  Checkpoint(Path folder) {
    this.folder = folder;
    if (Files.exists(folder.resolve(SINGLE)) || !Files.exists(folder.resolve(INDEX))) {
      Safetensors single = Safetensors.read(folder.resolve(SINGLE));
      single.names().forEach(name -> byName.put(name, single));
    } else {
      readShards(JsonFile.read(folder.resolve(INDEX)));
    }
    this.unread = new TreeSet<>(byName.keySet());
  }

  private void readShards(JsonFile index) {
    SortedMap<String, Safetensors> shards = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : index.root().path("weight_map").properties()) {
      String file = each.getValue().asText();
      if (file.isBlank() || !Path.of(file).equals(Path.of(file).getFileName())) {
        throw new SourceException(
            "%s: '%s' is said to be in '%s', which is no file beside it"
                .formatted(index.path(), each.getKey(), file));
      }
      Safetensors shard =
          shards.computeIfAbsent(file, name -> Safetensors.read(folder.resolve(name)));
      byName.put(each.getKey(), shard);
    }
  }

  /**
   * A tensor of this shape whose numbers are all finite.
   *
   * @throws SourceException if it is not there or otherwise
   */
  NDArray array(String name, Shape wanted, NDManager manager) {
    Safetensors file = byName.get(name);
    if (file == null) {
      throw new SourceException(
          "%s: there is no tensor '%s': its config.json is another model's, or a file is missing"
              .formatted(folder, name));
    }
    if (!file.shape(name).equals(wanted)) {
      throw new SourceException(
          "%s: tensor '%s' is %s where its config.json wants %s: they are of two models"
              .formatted(folder, name, file.shape(name), wanted));
    }
    ByteBuffer bytes = file.bytes(name);
    requireFinite(name, bytes.asFloatBuffer());
    unread.remove(name);
    return Safetensors.copied(bytes, wanted, manager);
  }

  /** Several of them as one, one below the other. */
  NDArray stacked(Map<String, Shape> parts, NDManager manager) {
    try (NDManager scratch = manager.newSubManager()) {
      NDList list = new NDList();
      parts.forEach((name, shape) -> list.add(array(name, shape, scratch)));
      NDArray stacked = NDArrays.concat(list, 0);
      stacked.attach(manager);
      return stacked;
    }
  }

  private void requireFinite(String name, FloatBuffer numbers) {
    for (int i = 0; i < numbers.limit(); i++) {
      if (!Float.isFinite(numbers.get(i))) {
        throw new SourceException(
            "%s: number %d of tensor '%s' is %s: its training failed or the file is damaged"
                .formatted(folder, i, name, numbers.get(i)));
      }
    }
  }

  /** Nothing may be left that would have changed what is computed. */
  void requireAllRead(boolean tied) {
    unread.removeIf(
        name -> name.endsWith("rotary_emb.inv_freq") || tied && name.equals("lm_head.weight"));
    if (!unread.isEmpty()) {
      throw new SourceException(
          "%s: nothing here computes with tensor '%s' (%d such): only plain llama, smollm and qwen2 models can be used"
              .formatted(folder, unread.first(), unread.size()));
    }
  }
}
