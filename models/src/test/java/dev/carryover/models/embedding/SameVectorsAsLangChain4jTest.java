package dev.carryover.models.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2.AllMiniLmL6V2EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import dev.langchain4j.model.embedding.onnx.bgesmallenv15q.BgeSmallEnV15QuantizedEmbeddingModel;
import dev.langchain4j.model.embedding.onnx.e5smallv2q.E5SmallV2QuantizedEmbeddingModel;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** LangChain4j's own classes read the same files; they leave the prefix to their caller. */
class SameVectorsAsLangChain4jTest {
  private static final String BGE_QUERY =
      "Represent this sentence for searching relevant passages: ";

  private static final List<String> TEXTS =
      List.of(
          "The tram depot closes at eleven.",
          "Caf\u00e9 \u00c5ngstr\u00f6m \u2014 \u4e2d\u6587, \ud83d\ude80 and a##b [UNK]!",
          "antidisestablishmentarianism ".repeat(9),
          longText(90),
          longText(1500));

  static Stream<Arguments> models() {
    return Stream.of(
        Arguments.of("all-minilm-l6-v2", "", "", new AllMiniLmL6V2EmbeddingModel()),
        Arguments.of("all-minilm-l6-v2-q", "", "", new AllMiniLmL6V2QuantizedEmbeddingModel()),
        Arguments.of(
            "e5-small-v2-q", "query: ", "passage: ", new E5SmallV2QuantizedEmbeddingModel()),
        Arguments.of(
            "bge-small-en-v1.5-q", BGE_QUERY, "", new BgeSmallEnV15QuantizedEmbeddingModel()));
  }

  @ParameterizedTest
  @MethodSource("models")
  void everyBitIsTheSameForShortTextsAndForTextsThatAreCut(
      String name, String queryPrefix, String documentPrefix, EmbeddingModel theirs) {
    EmbedderProvider provider = Plugins.named(EmbedderProvider.class, "embedder", name);
    try (Embedder ours = provider.create(Settings.NONE, ModelContext.of(2))) {
      assertThat(ours.embed(TEXTS, Purpose.QUERY).toArray(float[][]::new))
          .isDeepEqualTo(vectors(theirs, queryPrefix));
      assertThat(ours.embed(TEXTS, Purpose.DOCUMENT).toArray(float[][]::new))
          .isDeepEqualTo(vectors(theirs, documentPrefix));
    }
  }

  private static float[][] vectors(EmbeddingModel model, String prefix) {
    List<TextSegment> segments =
        TEXTS.stream().map(text -> TextSegment.from(prefix + text)).toList();
    return model.embedAll(segments).content().stream()
        .map(embedding -> embedding.vector())
        .toArray(float[][]::new);
  }

  private static String longText(int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(i % 3 == 0 ? "unremarkableness " : "row " + i + ", ");
    }
    return text.toString();
  }
}
