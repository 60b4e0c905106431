package dev.carryover.models.embedding;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.embedding.Cosine;
import dev.carryover.core.embedding.SpaceComparison;
import dev.carryover.core.embedding.SpaceComparison.Cosines;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InProcessEmbeddersTest {
  private static final String MINILM_Q = "all-minilm-l6-v2-q";

  @Test
  void sixModelsAreFoundByTheirStableNames() {
    assertThat(Plugins.all(EmbedderProvider.class))
        .containsKeys(
            "all-minilm-l6-v2",
            MINILM_Q,
            "e5-small-v2",
            "e5-small-v2-q",
            "bge-small-en-v1.5",
            "bge-small-en-v1.5-q");
  }

  @Test
  void aChoiceCanBeMadeFromTheDescription() {
    assertThat(provider(MINILM_Q).description()).contains("384", "8-bit", "first 128 tokens");
    assertThat(provider("e5-small-v2").description()).contains("384", "32-bit", "first 512");
  }

  @ParameterizedTest
  @ValueSource(strings = {MINILM_Q, "e5-small-v2-q", "bge-small-en-v1.5-q"})
  void everyQuestionIsNearestToTheTextThatAnswersIt(String name) {
    List<String> documents =
        List.of(
            "The lighthouse keeper repainted the railing green after the storm in March.",
            "For the tax return, Petra needs the invoices of the third quarter.",
            "Kwame switched the greenhouse heating from oil to a heat pump.",
            "Our flight to Oslo was moved from Friday evening to Saturday morning.",
            "The violin that Sofia plays once belonged to her great-grandfather.");
    List<String> questions =
        List.of(
            "What colour is the railing at the lighthouse now?",
            "Which papers are missing for the taxes?",
            "How are the plants kept warm in winter?",
            "When do we leave for Norway?",
            "Who owned the instrument before?");
    try (Embedder embedder = provider(name).create(Settings.NONE, ModelContext.of(2))) {
      List<float[]> stored = embedder.embed(documents, Purpose.DOCUMENT);
      List<float[]> asked = embedder.embed(questions, Purpose.QUERY);
      for (int q = 0; q < questions.size(); q++) {
        float[] question = asked.get(q);
        int nearest =
            IntStream.range(0, documents.size())
                .boxed()
                .max(
                    (a, b) ->
                        Double.compare(
                            Cosine.between(question, stored.get(a)),
                            Cosine.between(question, stored.get(b))))
                .orElseThrow();
        assertThat(documents.get(nearest)).isEqualTo(documents.get(q));
      }
    }
  }

  @Test
  void textsInPlentyAreSharedOutAndComeBackInOrder() {
    List<String> texts =
        IntStream.range(0, 120).mapToObj(i -> "item " + i + " of the list".repeat(i % 7)).toList();
    try (Embedder one = provider(MINILM_Q).create(Settings.NONE, ModelContext.of(1));
        Embedder three = provider(MINILM_Q).create(Settings.NONE, ModelContext.of(3))) {
      float[][] expected = one.embed(texts, Purpose.DOCUMENT).toArray(float[][]::new);
      assertThat(three.embed(texts, Purpose.DOCUMENT).toArray(float[][]::new))
          .isDeepEqualTo(expected);
    }
  }

  @Test
  void modelsCanBeLoadedAtTheSameTime() {
    List<CompletableFuture<Embedder>> loading =
        List.of(MINILM_Q, "e5-small-v2-q").stream()
            .map(
                name -> supplyAsync(() -> provider(name).create(Settings.NONE, ModelContext.of(1))))
            .toList();
    for (CompletableFuture<Embedder> loaded : loading) {
      try (Embedder embedder = loaded.join()) {
        assertThat(embedder.embed(List.of("ready"), Purpose.QUERY)).hasSize(1);
      }
    }
  }

  @Test
  void aTextWithoutAWordIsEmbeddedLikeAnyOther() {
    try (Embedder embedder = provider(MINILM_Q).create(Settings.NONE, ModelContext.of(1))) {
      List<float[]> vectors = embedder.embed(List.of("", " \n", "\0", "\ud83d"), Purpose.DOCUMENT);
      assertThat(vectors.get(0)).hasSize(384).doesNotContain(Float.NaN);
      assertThat(vectors).allSatisfy(vector -> assertThat(vector).isEqualTo(vectors.get(0)));
    }
  }

  @Test
  void twoModelsOfOneDimensionAreDifferentSpaces() {
    try (Embedder minilm = provider("all-minilm-l6-v2").create(Settings.NONE, ModelContext.of(2));
        Embedder quantized = provider(MINILM_Q).create(Settings.NONE, ModelContext.of(2));
        Embedder e5 = provider("e5-small-v2-q").create(Settings.NONE, ModelContext.of(2))) {
      assertThat(SpaceComparison.of(quantized, quantized).oneSpace()).isTrue();
      assertThat(SpaceComparison.of(quantized, e5).oneSpace()).isFalse();
      SpaceComparison weights = SpaceComparison.of(minilm, quantized);
      assertThat(weights.oneSpace()).isFalse();
      assertThat(weights.cosines().map(Cosines::mean).orElseThrow()).isBetween(0.98, 0.999);
    }
  }

  @Test
  void aSettingIsRefused() {
    assertThatThrownBy(
            () ->
                provider(MINILM_Q)
                    .create(Settings.of(Map.of("pooling", "cls")), ModelContext.of(1)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("unknown setting 'pooling'");
  }

  @Test
  void noThreadsAreRefused() {
    assertThatThrownBy(() -> provider(MINILM_Q).create(Settings.NONE, ModelContext.of(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("parallel is 0");
  }

  @Test
  void aClosedEmbedderSaysSo() {
    Embedder embedder = provider(MINILM_Q).create(Settings.NONE, ModelContext.of(1));
    embedder.close();
    assertThatThrownBy(() -> embedder.embed(List.of("too late"), Purpose.QUERY))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'all-minilm-l6-v2-q' is closed");
  }

  private static EmbedderProvider provider(String name) {
    return Plugins.named(EmbedderProvider.class, "embedder", name);
  }
}
