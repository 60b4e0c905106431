package dev.carryover.models.transformer.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.ndarray.NDManager;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.natives.NativeLibraries;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.RopeScaling;
import dev.carryover.models.transformer.Tokens;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.Weights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** From a file to a decoder's shape and weights. */
class GgufModelTest {
  private static final int VOCABULARY = TinyModel.TOKENS.size();

  @TempDir private Path folder;

  @BeforeAll
  static void prepare() {
    NativeLibraries.prepare();
  }

  @Test
  void theShapeIsThatOfTheFile() {
    try (GgufModel model = open(TinyModel.bytes("llama"))) {
      Geometry geometry = model.geometry();
      assertThat(List.of(geometry.layers(), geometry.width(), geometry.heads()))
          .containsExactly(2, 8, 2);
      assertThat(List.of(geometry.keyValueHeads(), geometry.headSize(), geometry.inner()))
          .containsExactly(1, 4, 12);
      assertThat(List.of(geometry.vocabulary(), geometry.context()))
          .containsExactly(VOCABULARY, 64);
      assertThat(geometry.ropeBase()).isEqualTo(500);
      assertThat(geometry.normEpsilon()).isEqualTo(1e-5f);
      assertThat(geometry.tied()).isTrue();
      assertThat(geometry.biased()).isFalse();
      assertThat(model.chatTemplate()).contains(TinyModel.TEMPLATE);
      assertThat(model.beginToken()).contains("<begin>");
      assertThat(model.endToken()).contains("<end>");
    }
  }

  @Test
  void rowsOfQueriesAndKeysAreTurnedToHalves() {
    // a llama file keeps the partners of a rotation side by side: 0 with 1, 2 with 3
    float[] queries = rows(8, 100);
    float[] keys = rows(4, 200);
    GgufBytes bytes =
        TinyModel.bytes("llama")
            .tensor("blk.1.attn_q.weight", queries, 8, 8)
            .tensor("blk.1.attn_k.weight", keys, 8, 4)
            .tensor("blk.1.attn_v.weight", rows(4, 300), 8, 4);
    assertThat(firstColumn(bytes))
        .containsExactly(
            100, 102, 101, 103, 104, 106, 105, 107, 200, 202, 201, 203, 300, 301, 302, 303);
  }

  @Test
  void rowsOfQwenStayAsTheyAre() {
    GgufBytes bytes = TinyModel.bytes("qwen2").tensor("blk.1.attn_q.weight", rows(8, 100), 8, 8);
    assertThat(Arrays.copyOf(firstColumn(bytes), 8))
        .containsExactly(100, 101, 102, 103, 104, 105, 106, 107);
  }

  @Test
  void biasesAreTurnedWithTheirRows() {
    GgufBytes bytes = TinyModel.bytes("llama");
    for (int layer = 0; layer < 2; layer++) {
      bytes.tensor("blk." + layer + ".attn_q.bias", new float[] {0, 1, 2, 3, 4, 5, 6, 7}, 8);
      bytes.tensor("blk." + layer + ".attn_k.bias", new float[] {10, 11, 12, 13}, 4);
      bytes.tensor("blk." + layer + ".attn_v.bias", new float[] {20, 21, 22, 23}, 4);
    }
    try (GgufModel model = open(bytes);
        NDManager manager = NDManager.newBaseManager("PyTorch")) {
      assertThat(model.geometry().biased()).isTrue();
      Weights weights = model.weights(manager);
      assertThat(weights.layers().get(0).bias().orElseThrow().toFloatArray())
          .containsExactly(0, 2, 1, 3, 4, 6, 5, 7, 10, 12, 11, 13, 20, 21, 22, 23);
    }
  }

  @Test
  void aHeadOfItsOwnIsUsed() {
    float[] head = TinyModel.numbers(new Random(9), 8 * VOCABULARY);
    try (GgufModel model =
            open(TinyModel.bytes("llama").tensor("output.weight", head, 8, VOCABULARY));
        NDManager manager = NDManager.newBaseManager("PyTorch")) {
      assertThat(model.geometry().tied()).isFalse();
      assertThat(model.weights(manager).head().toFloatArray()).isEqualTo(head);
    }
    try (GgufModel model = open(TinyModel.bytes("llama"));
        NDManager manager = NDManager.newBaseManager("PyTorch")) {
      Weights weights = model.weights(manager);
      assertThat(weights.head()).isSameAs(weights.embedding());
    }
  }

  @Test
  void aLinearScalingOfPositionsIsTaken() {
    GgufBytes bytes =
        TinyModel.bytes("llama")
            .with("llama.rope.scaling.type", "linear")
            .with("llama.rope.scaling.factor", 4f);
    try (GgufModel model = open(bytes)) {
      assertThat(model.geometry().ropeScaling()).isEqualTo(new RopeScaling.Linear(4));
    }
  }

  @Test
  void theScalingOfLlama3IsFoundInItsOutcome() {
    // bases of 500,000 and 64 numbers a head, as in Llama 3.2 1B; factors by its rule
    float[] factors = new float[32];
    for (int i = 0; i < factors.length; i++) {
      double turns = 8_192 / (2 * Math.PI * Math.pow(500_000, i / 32.0));
      double smooth = (turns - 1) / 3;
      factors[i] = (float) (turns > 4 ? 1 : turns < 1 ? 32 : 1 / ((1 - smooth) / 32 + smooth));
    }
    GgufBytes bytes =
        TinyModel.bytes("llama")
            .with("llama.attention.key_length", 64)
            .with("llama.attention.value_length", 64)
            .with("llama.rope.freq_base", 500_000f)
            .tensor("rope_freqs.weight", factors, 32);
    try (GgufModel model = open(bytes)) {
      assertThat(model.geometry().ropeScaling()).isEqualTo(new RopeScaling.Banded(32, 1, 4, 8_192));
    }
    factors[20] *= 1.1f;
    assertThatThrownBy(() -> open(bytes.tensor("rope_freqs.weight", factors, 32)).close())
        .isInstanceOf(SourceException.class)
        .hasMessageContainingAll("tiny.gguf", "rope_freqs.weight");
  }

  @Test
  void theWholeIsATransformer() {
    Path path = TinyModel.bytes("llama").write(folder.resolve("tiny.gguf"));
    try (Transformer transformer = GgufModel.load("tiny", path, Hardware.CPU)) {
      assertThat(transformer.identity().name()).isEqualTo("tiny");
      assertThat(transformer.tokens().encode("ab<end>")).containsExactly(258, 1);
      assertThat(transformer.tokens().ends()).containsExactly(1);
    }
  }

  static Stream<Arguments> unusable() {
    return Stream.of(
        spoilt("another architecture", b -> b.with("general.architecture", "gemma3"), "'gemma3'"),
        spoilt("no architecture", b -> b.without("general.architecture"), "general.architecture"),
        spoilt("no layers", b -> b.with("llama.block_count", 0), "layers: 0"),
        spoilt("2^32 - 1 layers", b -> b.with("llama.block_count", -1), "4294967295"),
        spoilt("more layers than tensors", b -> b.with("llama.block_count", 3), "blk.2."),
        spoilt("fewer layers", b -> b.with("llama.block_count", 1), "blk.1."),
        spoilt("no head", b -> b.with("llama.attention.head_count", 0), "heads: 0"),
        spoilt("other heads", b -> b.with("llama.attention.head_count", 4), "[8, 4]"),
        spoilt("heads in a list", b -> b.with("llama.attention.head_count", 2, 2), "a list"),
        spoilt("another width", b -> b.with("llama.embedding_length", 16), "[8, 261]", "[16, 261]"),
        spoilt(
            "more than can be",
            b -> {
              b.with("llama.attention.head_count", 1 << 30);
              b.with("llama.attention.key_length", 1 << 30);
            },
            "attn_q.weight"),
        spoilt("a text for a number", b -> b.with("llama.block_count", "2"), "'2'"),
        spoilt("no epsilon", b -> b.without("llama.attention.layer_norm_rms_epsilon"), "epsilon"),
        spoilt("experts", b -> b.with("llama.expert_count", 8), "experts"),
        spoilt("scaled positions", b -> b.with("llama.rope.scaling.type", "yarn"), "'yarn'"),
        spoilt(
            "scaled frequencies",
            b -> b.tensor("rope_freqs.weight", new float[] {1, 2, 3}, 3),
            "rope_freqs.weight"),
        spoilt("an end outside", b -> b.with("tokenizer.ggml.eos_token_id", 300), "is 300"),
        spoilt("a window", b -> b.with("llama.attention.sliding_window", 32), "window of 32"),
        spoilt("part of a head", b -> b.with("llama.rope.dimension_count", 2), "head of 4"),
        spoilt("no embedding", b -> b.withoutTensor("token_embd.weight"), "token_embd.weight"),
        spoilt("no norm", b -> b.withoutTensor("output_norm.weight"), "output_norm.weight"),
        spoilt(
            "a tensor too many",
            b -> b.tensor("blk.0.attn_q_norm.weight", new float[] {1, 1, 1, 1}, 4),
            "blk.0.attn_q_norm.weight"),
        spoilt(
            "part of the biases",
            b -> b.tensor("blk.0.attn_q.bias", new float[8], 8),
            "blk.0.attn_k.bias"),
        spoilt(
            "weights of nothing",
            b -> b.tensor("blk.0.ffn_norm.weight", new float[] {0, 0, 0, 1f / 0, 0, 0, 0, 0}, 8),
            "number 3",
            "Infinity"));
  }

  private static Arguments spoilt(String kind, Consumer<GgufBytes> change, String... parts) {
    GgufBytes bytes = TinyModel.bytes("llama");
    change.accept(bytes);
    return Arguments.of(kind, bytes.toBytes(), parts);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unusable")
  void whatCannotBeComputedWithIsRefused(String kind, byte[] bytes, String[] parts)
      throws IOException {
    Path path = Files.write(folder.resolve("spoilt.gguf"), bytes);
    assertThatThrownBy(() -> use(path))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContainingAll(parts);
  }

  @Test
  void aFileCutAnywhereIsRefused() throws IOException {
    byte[] bytes = TinyModel.bytes("llama").toBytes();
    Path path = folder.resolve("cut.gguf");
    for (int length = 0; length < bytes.length; length += length < 200 ? 1 : 97) {
      Files.write(path, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> use(path))
          .as("cut at %d", length)
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("cut.gguf");
    }
  }

  /** Bytes of the header are changed at random: the file is read or refused, and nothing else. */
  @Test
  void aDamagedHeaderIsReadOrRefused() throws IOException {
    byte[] sound = TinyModel.bytes("llama").toBytes();
    int header = headerLength(sound);
    Random random = new Random(11);
    Path path = folder.resolve("damaged.gguf");
    int refused = 0;
    for (int round = 0; round < 600; round++) {
      byte[] bytes = sound.clone();
      int changes = 1 + random.nextInt(4);
      for (int i = 0; i < changes; i++) {
        bytes[random.nextInt(header)] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt(256));
      }
      Files.write(path, bytes);
      try {
        use(path);
      } catch (SourceException e) {
        assertThat(e).hasMessageContaining("damaged.gguf");
        refused++;
      }
    }
    assertThat(refused).isBetween(200, 599);
  }

  private int headerLength(byte[] bytes) throws IOException {
    try (GgufFile file = GgufFile.open(Files.write(folder.resolve("sound.gguf"), bytes))) {
      return (int) file.tensor("token_embd.weight").orElseThrow().offset();
    }
  }

  /** Everything that a caller would ask of a file. */
  private static void use(Path path) {
    try (GgufModel model = GgufModel.open(path);
        NDManager manager = NDManager.newBaseManager("PyTorch")) {
      model.weights(manager);
      try (Tokens tokens = model.tokens()) {
        tokens.encode("abc 12 <end>");
      }
      model.chatTemplate();
    }
  }

  private GgufModel open(GgufBytes bytes) {
    return GgufModel.open(bytes.write(folder.resolve("tiny.gguf")));
  }

  private float[] firstColumn(GgufBytes bytes) {
    try (GgufModel model = open(bytes);
        NDManager manager = NDManager.newBaseManager("PyTorch")) {
      float[] all = model.weights(manager).layers().get(1).queryKeyValue().toFloatArray();
      float[] column = new float[16];
      for (int row = 0; row < 16; row++) {
        column[row] = all[row * 8];
      }
      return column;
    }
  }

  /** Rows of eight times the same number: first, first + 1, … */
  private static float[] rows(int count, int first) {
    float[] numbers = new float[count * 8];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = first + i / 8;
    }
    return numbers;
  }
}
