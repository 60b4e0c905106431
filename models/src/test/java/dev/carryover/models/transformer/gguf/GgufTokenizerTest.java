package dev.carryover.models.transformer.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.natives.NativeLibraries;
import dev.carryover.models.transformer.Tokens;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The tokenizer that is rebuilt from a file's tables. */
class GgufTokenizerTest {
  private static final Map<String, String> OPTIONS =
      Map.of("truncation", "false", "padding", "false");

  @TempDir private Path folder;

  @BeforeAll
  static void prepare() {
    NativeLibraries.prepare();
  }

  @Test
  void mergesAndSpecialTokensAreApplied() throws IOException {
    assertThat(tokens(TinyModel.bytes("llama"), "abc ab<end>"))
        .containsExactly("abc", "\u0120", "ab", "<end>");
  }

  @Test
  void everyByteComesBack() throws IOException {
    String text = "Größe ♥ \ud83d\ude00\n\t\u0000 12";
    try (HuggingFaceTokenizer tokenizer = tokenizer(TinyModel.bytes("llama"))) {
      assertThat(tokenizer.decode(tokenizer.encode(text, false, false).getIds(), true))
          .isEqualTo(text);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gpt-2, '|x|1234| y|\u010a\u010a|\u0120|\u0120z|'",
    "smollm, '|x|1|2|3|4| y|\u010a\u010a|\u0120|\u0120z|'",
    "llama-bpe, '|x|123|4| y|\u010a\u010a|\u0120|\u0120z|'",
    "qwen2, '|x|1|2|3|4| y|\u010a\u010a|\u0120|\u0120z|'"
  })
  void wordsAreCutAsTheFilesNameSays(String name, String words) throws IOException {
    // merges that would join anything within a word
    List<String> tokens = new ArrayList<>(TinyModel.TOKENS);
    tokens.addAll(
        List.of("12", "123", "1234", "x1", "\u0120y", "\u010a\u010a", "\u0120\u0120", "\u0120z"));
    GgufBytes bytes = withTokens(tokens).with("tokenizer.ggml.pre", name);
    bytes.with(
        "tokenizer.ggml.merges",
        List.of(
            "x 1",
            "1 2",
            "12 3",
            "123 4",
            "\u0120 y",
            "\u010a \u010a",
            "\u0120 \u0120",
            "\u0120 z"));
    assertThat("|" + String.join("|", tokens(bytes, "x1234 y\n\n  z")) + "|")
        .isEqualTo(words.replace(' ', '\u0120'));
  }

  @Test
  void aTextBeginsAsTheFileSaysOrItsKindDoes() {
    assertThat(beginning(TinyModel.bytes("llama"))).isEmpty();
    assertThat(beginning(TinyModel.bytes("llama").with("tokenizer.ggml.add_bos_token", true)))
        .hasValue(0);
    assertThat(beginning(TinyModel.bytes("llama").with("tokenizer.ggml.pre", "llama-bpe")))
        .hasValue(0);
    assertThat(beginning(pieces())).hasValue(1);
    assertThat(beginning(pieces().with("tokenizer.ggml.add_bos_token", false))).isEmpty();
  }

  @Test
  void piecesAreMergedByTheScoreOfTheWhole() throws IOException {
    // "bc" has the best score, though "ab" would come first from the left
    assertThat(tokens(pieces(), "abc")).containsExactly("\u2581a", "bc");
    assertThat(tokens(pieces(), "x a")).containsExactly("\u2581", "<0x78>", "\u2581a");
    assertThat(tokens(pieces().with("tokenizer.ggml.add_space_prefix", false), "abc</s>"))
        .containsExactly("a", "bc", "</s>");
  }

  @Test
  void piecesComeBackAsText() throws IOException {
    try (HuggingFaceTokenizer tokenizer = tokenizer(pieces())) {
      String text = "ab c\u00e9 \ud83d\ude00a";
      assertThat(tokenizer.decode(tokenizer.encode(text, false, false).getIds(), true))
          .isEqualTo(text);
    }
  }

  static Stream<Arguments> unusable() {
    return Stream.of(
        spoilt("another kind", b -> b.with("tokenizer.ggml.model", "bert"), "'bert'"),
        spoilt("another cut", b -> b.with("tokenizer.ggml.pre", "tekken"), "'tekken'", "smollm"),
        spoilt("no cut", b -> b.without("tokenizer.ggml.pre"), "tokenizer.ggml.pre"),
        spoilt("no tokens", b -> b.without("tokenizer.ggml.tokens"), "tokenizer.ggml.tokens"),
        spoilt("no merges", b -> b.without("tokenizer.ggml.merges"), "tokenizer.ggml.merges"),
        spoilt("no types", b -> b.without("tokenizer.ggml.token_type"), "token_type"),
        spoilt("few types", b -> b.with("tokenizer.ggml.token_type", 1, 1), "2 token types"),
        spoilt("few tokens", b -> b.with("tokenizer.ggml.tokens", List.of("a")), "another model's"),
        spoilt(
            "a token twice",
            b -> b.with("tokenizer.ggml.tokens", changed(7, TinyModel.TOKENS.get(5))),
            "token 7"),
        spoilt(
            "a token without end",
            b -> b.with("tokenizer.ggml.tokens", changed(7, "a".repeat(5_000))),
            "5,000"),
        spoilt(
            "an empty special token",
            b -> b.with("tokenizer.ggml.tokens", changed(1, "")),
            "special token 1"),
        spoilt("a merge of one", b -> b.with("tokenizer.ggml.merges", List.of("ab")), "'ab'"),
        spoilt("a strange merge", b -> b.with("tokenizer.ggml.merges", List.of("a ?!")), "'a ?!'"),
        spoilt("an empty merge", b -> b.with("tokenizer.ggml.merges", List.of("")), "''"),
        spoilt(
            "a beginning outside",
            b ->
                b.with("tokenizer.ggml.bos_token_id", 9_999)
                    .with("tokenizer.ggml.add_bos_token", true),
            "9999"),
        Arguments.of(
            "no scores",
            pieces().without("tokenizer.ggml.scores").toBytes(),
            new String[] {"tokenizer.ggml.scores"}),
        Arguments.of(
            "few scores",
            pieces().with("tokenizer.ggml.scores", new float[] {1}).toBytes(),
            new String[] {"1 scores"}),
        Arguments.of(
            "an unknown token outside",
            pieces().with("tokenizer.ggml.unknown_token_id", -1).toBytes(),
            new String[] {"unknown_token_id"}));
  }

  private static Arguments spoilt(String kind, Consumer<GgufBytes> change, String... parts) {
    GgufBytes bytes = TinyModel.bytes("llama");
    change.accept(bytes);
    return Arguments.of(kind, bytes.toBytes(), parts);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unusable")
  void whatCannotBeRebuiltIsRefused(String kind, byte[] bytes, String[] parts) throws IOException {
    Path path = Files.write(folder.resolve("spoilt.gguf"), bytes);
    try (GgufModel model = GgufModel.open(path)) {
      assertThatThrownBy(model::tokens)
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("spoilt.gguf")
          .hasMessageContainingAll(parts);
    }
  }

  private static List<String> changed(int id, String token) {
    List<String> tokens = new ArrayList<>(TinyModel.TOKENS);
    tokens.set(id, token);
    return tokens;
  }

  /** A model with these tokens, all but the first two of them normal. */
  private static GgufBytes withTokens(List<String> tokens) {
    int[] types = new int[tokens.size()];
    Arrays.fill(types, GgufTokenizer.NORMAL);
    types[0] = GgufTokenizer.CONTROL;
    types[1] = GgufTokenizer.CONTROL;
    return TinyModel.bytes("llama")
        .with("tokenizer.ggml.tokens", tokens)
        .with("tokenizer.ggml.token_type", types)
        .tensor("token_embd.weight", new float[8 * tokens.size()], 8, tokens.size());
  }

  /** SentencePiece's kind: three special tokens, 256 bytes, pieces. */
  private static GgufBytes pieces() {
    List<String> tokens = new ArrayList<>(List.of("<unk>", "<s>", "</s>"));
    for (int i = 0; i < 256; i++) {
      tokens.add("<0x%02X>".formatted(i));
    }
    tokens.addAll(List.of("\u2581", "a", "b", "c", "ab", "bc", "\u2581a"));
    float[] scores = new float[tokens.size()];
    int[] types = new int[tokens.size()];
    for (int id = 0; id < scores.length; id++) {
      types[id] = id == 0 ? 2 : id < 3 ? GgufTokenizer.CONTROL : id < 259 ? 6 : 1;
      scores[id] = id < 259 ? 0 : -id;
    }
    scores[tokens.indexOf("bc")] = -1;
    scores[tokens.indexOf("ab")] = -2;
    scores[tokens.indexOf("\u2581a")] = -3;
    return withTokens(tokens)
        .with("tokenizer.ggml.model", "llama")
        .with("tokenizer.ggml.token_type", types)
        .with("tokenizer.ggml.scores", scores)
        .with("tokenizer.ggml.bos_token_id", 1)
        .with("tokenizer.ggml.eos_token_id", 2)
        .with("tokenizer.ggml.unknown_token_id", 0);
  }

  private List<String> tokens(GgufBytes bytes, String text) throws IOException {
    try (HuggingFaceTokenizer tokenizer = tokenizer(bytes)) {
      return List.of(tokenizer.encode(text, false, false).getTokens());
    }
  }

  private OptionalInt beginning(GgufBytes bytes) {
    try (GgufModel model = GgufModel.open(bytes.write(folder.resolve("tiny.gguf")));
        Tokens tokens = model.tokens()) {
      return tokens.beginning();
    }
  }

  private HuggingFaceTokenizer tokenizer(GgufBytes bytes) throws IOException {
    try (GgufFile file = GgufFile.open(bytes.write(folder.resolve("tiny.gguf")))) {
      int vocabulary = file.metadata().requiredTexts(GgufTokenizer.TOKENS).size();
      byte[] json =
          GgufTokenizer.json(file.metadata(), vocabulary).getBytes(StandardCharsets.UTF_8);
      return HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(json), OPTIONS);
    }
  }
}
