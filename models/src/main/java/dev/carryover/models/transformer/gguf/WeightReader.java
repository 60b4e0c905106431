package dev.carryover.models.transformer.gguf;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** From a file's tensors to a decoder's weights. Every tensor has to be of use. */
final class WeightReader {
  private final GgufFile file;
  private final Geometry geometry;
  private final boolean interleaved;
  private final Set<String> unused;

  /**
   * @param interleaved whether the rows of queries and keys stand for a rotation of neighbours (2i
   *     with 2i + 1), as files of the architecture {@code llama} have them
   */
  WeightReader(GgufFile file, Geometry geometry, boolean interleaved) {
    this.file = file;
    this.geometry = geometry;
    this.interleaved = interleaved;
    this.unused = new TreeSet<>(file.tensors());
    this.unused.remove(RopeReader.FACTORS);
  }

  Weights read(NDManager manager) {
    NDArray embedding = matrix(manager, "token_embd.weight", geometry.vocabulary(), width());
    List<Weights.Layer> layers = new ArrayList<>();
    for (int i = 0; i < geometry.layers(); i++) {
      layers.add(layer(manager, "blk." + i + "."));
    }
    NDArray norm = vector(manager, "output_norm.weight", width());
    NDArray head =
        geometry.tied()
            ? embedding
            : matrix(manager, "output.weight", geometry.vocabulary(), width());
    if (!unused.isEmpty()) {
      throw Damage.unsupported(
          file.path(),
          "there is no use here for tensor '%s'".formatted(unused.iterator().next()),
          "this is a variant that the decoder does not know: serve it by llama.cpp");
    }
    return new Weights(embedding, layers, norm, head);
  }

  private Weights.Layer layer(NDManager manager, String at) {
    long queries = (long) geometry.heads() * geometry.headSize();
    return new Weights.Layer(
        vector(manager, at + "attn_norm.weight", width()),
        array(
            manager, projections(at, ".weight", width()), new Shape(geometry.projected(), width())),
        bias(manager, at),
        matrix(manager, at + "attn_output.weight", width(), queries),
        vector(manager, at + "ffn_norm.weight", width()),
        array(
            manager,
            List.of(
                tensor(at + "ffn_gate.weight", width(), geometry.inner()),
                tensor(at + "ffn_up.weight", width(), geometry.inner())),
            new Shape(2L * geometry.inner(), width())),
        matrix(manager, at + "ffn_down.weight", width(), geometry.inner()));
  }

  private Optional<NDArray> bias(NDManager manager, String at) {
    return geometry.biased()
        ? Optional.of(array(manager, projections(at, ".bias", 1), new Shape(geometry.projected())))
        : Optional.empty();
  }

  /** The tensors of queries, keys and values. */
  private List<Tensor> projections(String at, String kind, int rowLength) {
    long queries = (long) geometry.heads() * geometry.headSize();
    long keys = (long) geometry.keyValueHeads() * geometry.headSize();
    return List.of(
        projection(at + "attn_q" + kind, rowLength, queries),
        projection(at + "attn_k" + kind, rowLength, keys),
        projection(at + "attn_v" + kind, rowLength, keys));
  }

  private Tensor projection(String name, int rowLength, long rows) {
    return rowLength == 1 ? tensor(name, rows) : tensor(name, rowLength, rows);
  }

  private NDArray matrix(NDManager manager, String name, long out, long in) {
    return array(manager, List.of(tensor(name, in, out)), new Shape(out, in));
  }

  private NDArray vector(NDManager manager, String name, long length) {
    return array(manager, List.of(tensor(name, length)), new Shape(length));
  }

  /** A copy outside Java's memory, which DJL's own arrays would keep. */
  private NDArray array(NDManager manager, List<Tensor> tensors, Shape shape) {
    try (NDArray view = manager.create(joined(tensors), shape)) {
      return view.duplicate();
    }
  }

  /** The numbers of tensors, one after the other, rows in the decoder's order. */
  private float[] joined(List<Tensor> tensors) {
    long elements = tensors.stream().mapToLong(Tensor::elements).sum();
    if (elements > Tensor.MOST) {
      throw Damage.unsupported(
          file.path(),
          "'%s' and its like have %,d numbers".formatted(tensors.get(0).name(), elements),
          "take a smaller model, or serve this one by llama.cpp");
    }
    float[] numbers = new float[(int) elements];
    int at = 0;
    for (Tensor tensor : tensors) {
      file.read(tensor, numbers, at);
      if (interleaved && (tensor.name().contains("attn_q.") || tensor.name().contains("attn_k."))) {
        splitHalves(numbers, at, tensor);
      }
      at += tensor.elements();
    }
    return numbers;
  }

  /** Within each head, rows 0, 2, 4, … come first, then rows 1, 3, 5, … */
  private void splitHalves(float[] numbers, int from, Tensor tensor) {
    int half = geometry.headSize() / 2;
    int row = tensor.shape().size() == 1 ? 1 : width();
    float[] head = new float[geometry.headSize() * row];
    int end = from + tensor.elements();
    for (int at = from; at < end; at += head.length) {
      System.arraycopy(numbers, at, head, 0, head.length);
      for (int i = 0; i < half; i++) {
        System.arraycopy(head, 2 * i * row, numbers, at + i * row, row);
        System.arraycopy(head, (2 * i + 1) * row, numbers, at + (half + i) * row, row);
      }
    }
  }

  /** A tensor of a known shape, the innermost dimension first. */
  private Tensor tensor(String name, long... shape) {
    Tensor tensor =
        file.tensor(name)
            .orElseThrow(
                () ->
                    Damage.unsupported(
                        file.path(),
                        "it has no tensor '" + name + "'",
                        "take a file that holds the whole model"));
    List<Long> wanted = Arrays.stream(shape).boxed().toList();
    if (!tensor.shape().equals(wanted)) {
      throw Damage.broken(
          file.path(),
          "tensor '%s' has the shape %s, and its metadata asks for %s"
              .formatted(name, tensor.shape(), wanted));
    }
    unused.remove(name);
    return tensor;
  }

  private int width() {
    return geometry.width();
  }
}
