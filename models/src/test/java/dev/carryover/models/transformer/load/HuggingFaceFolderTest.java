package dev.carryover.models.transformer.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import ai.djl.engine.Engine;
import ai.djl.ndarray.types.Shape;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.Generation;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.TinyModels;
import dev.carryover.models.transformer.Transformer;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HuggingFaceFolderTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir Path folder;

  @BeforeEach
  void copy() throws IOException {
    copy("tiny-qwen2");
  }

  private void copy(String name) throws IOException {
    try (Stream<Path> files = Files.list(TinyModels.folder(name))) {
      for (Path file : files.toList()) {
        Files.write(folder.resolve(file.getFileName()), Files.readAllBytes(file));
      }
    }
  }

  @Test
  void theIdentityTellsWhatTheModelIs() {
    try (Transformer model = load()) {
      assertThat(model.identity().name()).isEqualTo("some");
      assertThat(model.identity().revision().orElseThrow()).matches("[0-9a-f]{64}");
      assertThat(model.identity().tokenizer().orElseThrow()).matches("[0-9a-f]{64}");
      assertThat(model.identity().contextLimit()).hasValue(128);
      assertThat(model.identity().facts())
          .containsEntry(
              "geometry", "2 layers, 32 wide, 4 heads on 2 of 8, inner 48, vocabulary 64, biased")
          .containsKeys("dtype", "rope", "norm_epsilon");
      assertThat(model.tokens().beginning()).hasValue(1);
      assertThat(model.tokens().ends()).isEqualTo(Set.of(2));
      assertThat(model.tokens().encode("w5 what w6")).containsExactly(5, 0, 6);
      assertThat(model.tokens().encode("")).isEmpty();
      assertThat(model.tokens().decode(new int[] {1, 5, 6, 2})).isEqualTo("w5 w6");
    }
  }

  @Test
  void otherWeightsOfTheSameShapeAreAnotherModel() {
    try (Transformer model = load()) {
      change("model.norm.weight", numbers -> numbers.put(3, Math.nextUp(numbers.get(3))));
      try (Transformer other = load()) {
        assertThat(other.identity().facts()).isEqualTo(model.identity().facts());
        assertThat(other.identity().sameAs(model.identity())).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tiny-qwen2", "tiny-llama"})
  void aModelThatIsWrittenIsTheSameModel(String name) throws IOException {
    Path written = Files.createDirectory(folder.resolve("written"));
    try (Transformer model = TinyModels.load(name)) {
      HuggingFaceFolder.write(
          written, model.geometry(), model.decoder().weights(), new TreeMap<>());
      for (String file : new String[] {"tokenizer.json", "generation_config.json"}) {
        Files.copy(TinyModels.folder(name).resolve(file), written.resolve(file));
      }
      try (Transformer again = HuggingFaceFolder.load(name, written, Hardware.CPU);
          KvCache before = KvCache.prefill(model, TinyModels.tokens(1, 5));
          KvCache after = KvCache.prefill(again, TinyModels.tokens(1, 5))) {
        assertThat(again.identity()).isEqualTo(model.identity());
        assertThat(Generation.next(after, new int[] {4}))
            .isEqualTo(Generation.next(before, new int[] {4}));
      }
    }
  }

  @Test
  void llama3FrequenciesAreSlowerOnlyWhereTheyAreSlow() {
    Geometry geometry = HuggingFaceFolder.geometry(TinyModels.folder("tiny-llama"));
    assertThat(geometry.frequencies()[0]).isEqualTo(1);
    assertThat(geometry.frequencies()[3]).isEqualTo(0.001 / 4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "model_type | \"gemma3\" | gemma3",
        "hidden_act | \"gelu\" | gelu",
        "use_sliding_window | true | sliding",
        "rope_scaling | {\"rope_type\": \"yarn\", \"factor\": 4} | yarn",
        "rope_scaling | {\"type\": \"linear\", \"factor\": 0.5} | 0.5",
        "num_hidden_layers | 3 | model.layers.2.input_layernorm.weight",
        "num_hidden_layers | 1 | model.layers.1",
        "num_hidden_layers | 0 | layers: 0",
        "num_hidden_layers | 1.5 | num_hidden_layers",
        "num_attention_heads | 3 | 3 query heads",
        "num_attention_heads | 0 | heads: 0",
        "num_key_value_heads | 4 | k_proj",
        "head_dim | 7 | odd size 7",
        "intermediate_size | 47 | gate_proj",
        "vocab_size | 63 | embed_tokens",
        "vocab_size | null | vocab_size",
        "vocab_size | 4294967296 | vocab_size",
        "max_position_embeddings | -5 | context: -5",
        "rms_norm_eps | -1 | epsilon -1",
      })
  void aConfigurationThatDoesNotFitIsRefused(String key, String value, String named)
      throws IOException {
    configure(key, MAPPER.readTree(value));
    assertRefused().hasMessageContaining(named);
  }

  @Test
  void weightsThatAreNoNumbersAreRefused() {
    change("model.layers.1.mlp.up_proj.weight", numbers -> numbers.put(7, Float.NaN));
    assertRefused()
        .hasMessageContaining("number 7")
        .hasMessageContaining("model.layers.1.mlp.up_proj.weight")
        .hasMessageContaining("NaN");
    change("model.norm.weight", numbers -> numbers.put(0, Float.NEGATIVE_INFINITY));
    assertRefused();
  }

  @Test
  void aTensorThatNothingComputesWithIsRefused() {
    SortedMap<String, Safetensors.Tensor> tensors = tensors();
    String bias = "model.layers.0.self_attn.o_proj.bias";
    tensors.put(bias, new Safetensors.Tensor(new Shape(32), FloatBuffer.allocate(32)));
    Safetensors.write(weights(), new TreeMap<>(), tensors);
    assertRefused().hasMessageContaining(bias);
  }

  @Test
  void aTensorThatIsMissingIsNamed() {
    SortedMap<String, Safetensors.Tensor> tensors = tensors();
    tensors.remove("lm_head.weight");
    Safetensors.write(weights(), new TreeMap<>(), tensors);
    assertRefused().hasMessageContaining("lm_head.weight");
  }

  @Test
  void theTokenizerOfAnotherModelIsRefused() throws IOException {
    Path file = folder.resolve("tokenizer.json");
    ObjectNode json = (ObjectNode) MAPPER.readTree(file.toFile());
    ((ObjectNode) json.path("model").path("vocab")).put("more", 64);
    MAPPER.writeValue(file.toFile(), json);
    assertRefused().hasMessageContaining("65 ids").hasMessageContaining("another model's");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{}", "{\"model\":{\"type\":\"BPE\"}}", "\u0000"})
  void aTokenizerThatIsNoneIsRefused(String content) throws IOException {
    Files.writeString(folder.resolve("tokenizer.json"), content);
    assertRefused().hasMessageContaining("tokenizer.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"config.json", "model.safetensors", "tokenizer.json"})
  void aFileThatIsMissingIsNamed(String file) throws IOException {
    Files.delete(folder.resolve(file));
    assertRefused().hasMessageContaining(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../model.safetensors", "/etc/passwd", "absent.safetensors", "", "\u0000"})
  void aShardThatIsNoFileOfTheFolderIsRefused(String shard) throws IOException {
    Files.delete(weights());
    copy("tiny-llama");
    Path file = folder.resolve("model.safetensors.index.json");
    ObjectNode index = (ObjectNode) MAPPER.readTree(file.toFile());
    ((ObjectNode) index.path("weight_map")).put("model.norm.weight", shard);
    MAPPER.writeValue(file.toFile(), index);
    assertRefused();
  }

  @Test
  void aShardThatDoesNotHoldWhatTheIndexSaysIsRefused() throws IOException {
    Files.delete(weights());
    copy("tiny-llama");
    Files.copy(
        folder.resolve("model-00001-of-00002.safetensors"),
        folder.resolve("model-00002-of-00002.safetensors"),
        StandardCopyOption.REPLACE_EXISTING);
    assertRefused().hasMessageContaining("model-00002-of-00002.safetensors");
  }

  @Test
  void whoItIsDoesNotDependOnTheLanguageOfTheMachine() {
    Locale usual = Locale.getDefault();
    try (Transformer here = load()) {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      try (Transformer there = load()) {
        assertThat(there.identity()).isEqualTo(here.identity());
      }
    } finally {
      Locale.setDefault(usual);
    }
  }

  @Test
  void aGpuThatIsNotThereIsSaid() {
    assumeFalse(gpu());
    assertThatThrownBy(() -> HuggingFaceFolder.load("some", folder, Hardware.named("gpu")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("cuda");
    assertThatThrownBy(() -> Hardware.named("tpu")).hasMessageContaining("tpu");
  }

  private static boolean gpu() {
    return Engine.getEngine("PyTorch").getGpuCount() > 0;
  }

  private Transformer load() {
    return HuggingFaceFolder.load("some", folder, Hardware.CPU);
  }

  private Path weights() {
    return folder.resolve("model.safetensors");
  }

  private SortedMap<String, Safetensors.Tensor> tensors() {
    Safetensors read = Safetensors.read(weights());
    SortedMap<String, Safetensors.Tensor> tensors = new TreeMap<>();
    for (String name : read.names()) {
      tensors.put(name, new Safetensors.Tensor(read.shape(name), read.floats(name)));
    }
    return tensors;
  }

  private void change(String name, Consumer<FloatBuffer> change) {
    SortedMap<String, Safetensors.Tensor> tensors = tensors();
    change.accept(tensors.get(name).data());
    Safetensors.write(weights(), new TreeMap<>(), tensors);
  }

  private void configure(String key, JsonNode value) throws IOException {
    Path file = folder.resolve("config.json");
    ObjectNode json = (ObjectNode) MAPPER.readTree(file.toFile());
    json.set(key, value);
    MAPPER.writeValue(file.toFile(), json);
  }

  private AbstractThrowableAssert<?, ?> assertRefused() {
    return assertThatThrownBy(() -> load().close())
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(folder.toString());
  }
}
