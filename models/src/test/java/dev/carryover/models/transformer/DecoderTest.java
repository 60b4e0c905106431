package dev.carryover.models.transformer;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecoderTest {
  private static final Offset<Float> CLOSE = Offset.offset(3e-5f);

  private static Transformer model;

  @BeforeAll
  static void load() {
    model = TinyModels.load("tiny-qwen2");
  }

  @AfterAll
  static void close() {
    model.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tiny-qwen2", "tiny-llama"})
  void logitsAreThoseOfPyTorch(String name) throws IOException {
    TinyModels.Reference reference = TinyModels.reference(name);
    try (Transformer other = TinyModels.load(name);
        NDManager manager = other.newManager()) {
      int length = reference.ids().length;
      NDArray ids = Transformer.array(List.of(reference.ids()), manager);
      Optional<NDArray> mask = Optional.of(other.decoder().causal(length, 0, manager));
      int[] positions = IntStream.range(0, length).toArray();
      Decoder.Pass pass = other.decoder().read(ids, positions, KeyValues.NONE, mask);
      float[] logits = other.decoder().logits(pass.hidden()).toFloatArray();

      for (int t = 0; t < length; t++) {
        for (int i = 0; i < 64; i++) {
          assertThat(logits[t * 64 + i]).isCloseTo(reference.logits()[t][i], CLOSE);
        }
      }
    }
  }

  @Test
  void tokensReadOneByOneSeeWhatTheySeeTogether() {
    int[] ids = TinyModels.tokens(1, 12);
    try (NDManager manager = model.newManager()) {
      NDArray together = hidden(ids, manager);
      KeyValues past = KeyValues.NONE;
      for (int t = 0; t < ids.length; t++) {
        NDArray one = Transformer.array(List.of(new int[] {ids[t]}), manager);
        Decoder.Pass pass = model.decoder().read(one, new int[] {t}, past, Optional.empty());
        past = pass.cache();
        assertClose(pass.hidden().toFloatArray(), row(together, t));
      }
    }
  }

  @Test
  void aTrunkIsSeenLikeAPastOfOnesOwn() {
    int[] ids = TinyModels.tokens(2, 12);
    try (NDManager manager = model.newManager()) {
      NDArray together = hidden(ids, manager);
      int[] first = IntStream.range(0, 7).toArray();
      int[] second = IntStream.range(7, 12).toArray();
      NDArray start =
          Transformer.array(List.of(IntStream.of(first).map(i -> ids[i]).toArray()), manager);
      KeyValues trunk =
          model
              .decoder()
              .read(
                  start, first, KeyValues.NONE, Optional.of(model.decoder().causal(7, 0, manager)))
              .cache();
      int[] rest = IntStream.of(second).map(i -> ids[i]).toArray();
      NDArray twice = Transformer.array(List.of(rest, rest), manager);
      NDArray after =
          model
              .decoder()
              .branch(
                  twice,
                  new int[][] {second},
                  trunk,
                  KeyValues.NONE,
                  Optional.of(model.decoder().causal(5, 0, manager)))
              .hidden();

      for (int t = 0; t < 5; t++) {
        assertClose(row(after.get(0).expandDims(0), t), row(together, 7 + t));
        assertClose(row(after.get(1).expandDims(0), t), row(together, 7 + t));
      }
    }
  }

  @Test
  void aPassLeavesNothingInTheManagersOfWeightsAndTrunk() {
    try (KvCache trunk = KvCache.prefill(model, TinyModels.tokens(3, 6))) {
      NDManager weights = model.decoder().weights().embedding().getManager();
      int before = weights.getManagedArrays().size();
      NDManager cached = trunk.keyValues().keys().get(0).getManager();
      int kept = cached.getManagedArrays().size();

      new Generation(Sampling.greedy(4)).after(trunk, TinyModels.tokens(4, 3));

      assertThat(weights.getManagedArrays()).hasSize(before);
      assertThat(cached.getManagedArrays()).hasSize(kept);
    }
  }

  private static NDArray hidden(int[] ids, NDManager manager) {
    Optional<NDArray> mask = Optional.of(model.decoder().causal(ids.length, 0, manager));
    int[] positions = IntStream.range(0, ids.length).toArray();
    NDArray rows = Transformer.array(List.of(ids), manager);
    return model.decoder().read(rows, positions, KeyValues.NONE, mask).hidden();
  }

  private static float[] row(NDArray hidden, int t) {
    Shape shape = hidden.getShape();
    assertThat(shape.get(0)).isEqualTo(1);
    return hidden.get(0).get(t).toFloatArray();
  }

  private static void assertClose(float[] actual, float[] expected) {
    assertThat(actual).containsExactly(expected, CLOSE);
  }
}
