package dev.carryover.models.transformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import dev.carryover.models.transformer.load.HuggingFaceFolder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KvCacheTest {
  private static final Offset<Float> CLOSE = Offset.offset(5e-5f);
  private static final int[] A = TinyModels.tokens(1, 8);
  private static final int[] B = TinyModels.tokens(2, 10);
  private static final int[] QUESTION = TinyModels.tokens(3, 4);

  private static Transformer model;

  @BeforeAll
  static void load() {
    model = TinyModels.load("tiny-qwen2");
  }

  @AfterAll
  static void close() {
    model.close();
  }

  @Test
  void aContinuedCacheIsTheCacheOfTheWhole() {
    try (KvCache a = KvCache.prefill(model, A);
        KvCache continued = a.extended(B);
        KvCache whole = KvCache.prefill(model, joined(A, B))) {
      assertSame(continued, whole);
      assertThat(a.length()).isEqualTo(8);
      assertThat(continued.ids()).isEqualTo(joined(A, B));
      assertThat(continued.positions()).isEqualTo(IntStream.range(0, 18).toArray());
      assertThat(continued.bytes()).isEqualTo(18 * 2 * 2 * 2 * 8 * 4);
    }
  }

  @Test
  void composedCachesAreAForwardPassWithBlocks() {
    float[][] expected = blockMasked((query, key) -> query >= 18 || query < 8 || key >= 8);
    try (KvCache a = KvCache.prefill(model, A);
        KvCache b = KvCache.prefill(model, B);
        KvCache both = KvCache.compose(List.of(a, b))) {
      assertThat(both.positions()).isEqualTo(IntStream.range(0, 18).toArray());
      assertClose(Generation.distributions(both, QUESTION), expected);
    }
  }

  @Test
  void keysThatAreTurnedAreThoseComputedThere() {
    try (KvCache atStart = KvCache.prefill(model, B);
        KvCache moved = atStart.moved(40);
        KvCache there = KvCache.prefill(model, B, 40);
        KvCache back = there.moved(0)) {
      assertSame(moved, there);
      assertSame(back, atStart);
    }
  }

  @Test
  void aRemovedColumnIsNoLongerSeen() {
    float[][] expected =
        blockMasked(
            (query, key) -> (query >= 18 || query < 8 || key >= 8) && !(query >= 18 && key == 8));
    try (KvCache a = KvCache.prefill(model, A);
        KvCache b = KvCache.prefill(model, B);
        KvCache both = KvCache.compose(List.of(a, b));
        KvCache dropped = both.without(8)) {
      assertThat(dropped.length()).isEqualTo(17);
      assertThat(dropped.nextPosition()).isEqualTo(18);
      assertClose(Generation.distributions(dropped, QUESTION), expected);
    }
  }

  @Test
  void columnsThatAreCutKeepTheirPositions() {
    try (KvCache whole = KvCache.prefill(model, joined(A, B));
        KvCache start = whole.slice(0, 8);
        KvCache end = whole.slice(8, 18);
        KvCache a = KvCache.prefill(model, A);
        KvCache nothing = whole.slice(3, 3)) {
      assertSame(start, a);
      assertThat(end.positions()).isEqualTo(IntStream.range(8, 18).toArray());
      assertThat(nothing.length()).isZero();
      assertThat(nothing.arrays()).isEmpty();
    }
  }

  @Test
  void arraysMakeTheSameCacheAgain() {
    try (KvCache a = KvCache.prefill(model, A);
        KvCache again = KvCache.of(model, a.arrays(), a.positions(), a.ids())) {
      assertThat(Generation.next(again, QUESTION)).isEqualTo(Generation.next(a, QUESTION));
    }
  }

  @Test
  void aCacheOfAnotherShapeIsRefused() {
    try (Transformer other = TinyModels.load("tiny-llama");
        KvCache a = KvCache.prefill(model, A);
        KvCache foreign = KvCache.prefill(other, A)) {
      assertThatThrownBy(() -> KvCache.of(model, a.arrays(), new int[3], new int[3]))
          .hasMessageContaining("layer.0000.keys")
          .hasMessageContaining("(1, 2, 3, 8)");
      assertThatThrownBy(() -> KvCache.compose(List.of(a, foreign)))
          .hasMessageContaining("tiny-llama");
    }
  }

  @Test
  void aCacheOfTrainedArraysBelongsToNoGradientGraph() {
    try (KvCache a = KvCache.prefill(model, A);
        NDManager manager = model.newManager()) {
      SortedMap<String, NDArray> trained = new TreeMap<>();
      a.arrays()
          .forEach(
              (name, array) -> {
                NDArray copy = manager.create(array.toFloatArray(), array.getShape());
                copy.setRequiresGradient(true);
                trained.put(name, copy);
              });
      int[] none = new int[A.length];
      Arrays.fill(none, KvCache.NO_TOKEN);
      try (GradientCollector collecting = Engine.getInstance().newGradientCollector();
          KvCache cartridge = KvCache.of(model, trained, a.positions(), none)) {
        assertThat(collecting).isNotNull();
        assertThat(cartridge.arrays().values()).noneMatch(NDArray::hasGradient);
        assertThat(Generation.next(cartridge, QUESTION)).isEqualTo(Generation.next(a, QUESTION));
      }
    }
  }

  @Test
  void aLongTextIsReadInPiecesAsInOne() {
    Geometry short128 = HuggingFaceFolder.geometry(TinyModels.folder("tiny-qwen2"));
    Geometry longer =
        new Geometry(2, 32, 4, 2, 8, 48, 64, 2048, short128.ropeBase(), 1e-5, true, false);
    int[] ids = TinyModels.tokens(7, 1100);
    NDManager owner = Hardware.CPU.newManager();
    Weights weights = HuggingFaceFolder.weights(TinyModels.folder("tiny-qwen2"), longer, owner);
    Tokens tokens = HuggingFaceFolder.tokens(TinyModels.folder("tiny-qwen2"));
    try (Transformer reader = new Transformer("longer", owner, longer, weights, tokens);
        KvCache cache = KvCache.prefill(reader, ids);
        NDManager manager = reader.newManager()) {
      KeyValues atOnce =
          reader
              .decoder()
              .read(
                  Transformer.array(List.of(ids), manager),
                  IntStream.range(0, ids.length).toArray(),
                  KeyValues.NONE,
                  Optional.of(reader.decoder().causal(ids.length, 0, manager)))
              .cache();
      assertThat(cache.keyValues().values().get(1).toFloatArray())
          .containsExactly(atOnce.values().get(1).toFloatArray(), CLOSE);
      assertThat(cache.length()).isEqualTo(1100);
    }
  }

  @Test
  void positionsBeyondTheTrainedOnesAreRefused() {
    assertThatThrownBy(() -> KvCache.prefill(model, TinyModels.tokens(1, 129)))
        .isInstanceOf(ContextException.class)
        .hasMessageContaining("129")
        .hasMessageContaining("128");
    try (KvCache a = KvCache.prefill(model, A)) {
      int[] late = IntStream.range(121, 129).toArray();
      assertThatThrownBy(() -> KvCache.of(model, a.arrays(), late, a.ids()))
          .isInstanceOf(ContextException.class);
      assertThatThrownBy(() -> a.moved(121)).isInstanceOf(ContextException.class);
      assertThatThrownBy(() -> a.extended(TinyModels.tokens(1, 121)))
          .isInstanceOf(ContextException.class);
    }
  }

  @Test
  void aTokenOfAnotherVocabularyIsRefused() {
    assertThatThrownBy(() -> KvCache.prefill(model, new int[] {64})).hasMessageContaining("64");
    assertThatThrownBy(() -> KvCache.prefill(model, new int[] {-1})).hasMessageContaining("-1");
  }

  /** What follows the question when A, B and it are read at once under a mask. */
  private static float[][] blockMasked(BiPredicate<Integer, Integer> seen) {
    int[] all = joined(joined(A, B), QUESTION);
    int n = all.length;
    float[] mask = new float[n * n];
    for (int query = 0; query < n; query++) {
      for (int key = 0; key < n; key++) {
        if (key > query || !seen.test(query, key)) {
          mask[query * n + key] = -1e9f;
        }
      }
    }
    try (NDManager manager = model.newManager()) {
      NDArray shared = manager.create(mask, new Shape(1, 1, n, n)).tile(new long[] {1, 1, 2, 1});
      NDArray ids = Transformer.array(List.of(all), manager);
      int[] positions = IntStream.range(0, n).toArray();
      NDArray hidden =
          model.decoder().read(ids, positions, KeyValues.NONE, Optional.of(shared)).hidden();
      float[][] rows = Rows.logProbabilities(model.decoder(), hidden);
      return Arrays.copyOfRange(rows, n - QUESTION.length, n);
    }
  }

  private static int[] joined(int[] one, int[] other) {
    return IntStream.concat(IntStream.of(one), IntStream.of(other)).toArray();
  }

  private static void assertSame(KvCache actual, KvCache expected) {
    assertThat(actual.positions()).isEqualTo(expected.positions());
    assertThat(actual.ids()).isEqualTo(expected.ids());
    actual
        .arrays()
        .forEach(
            (name, array) ->
                assertThat(array.toFloatArray())
                    .containsExactly(expected.arrays().get(name).toFloatArray(), CLOSE));
  }

  private static void assertClose(float[][] actual, float[][] expected) {
    assertThat(actual).hasDimensions(expected.length, expected[0].length);
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).containsExactly(expected[i], CLOSE);
    }
  }
}
