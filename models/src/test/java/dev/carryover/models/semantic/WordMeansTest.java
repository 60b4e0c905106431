package dev.carryover.models.semantic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.testkit.BagOfWordsEmbedder;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WordMeansTest {
  private final WordMeans means = new WordMeans(new BagOfWordsEmbedder("bag", 64, 3));

  private float[] of(String text) {
    return means.embed(List.of(text), Purpose.DOCUMENT).get(0);
  }

  @Test
  void aTextIsInTheMiddleOfItsWords() {
    assertThat(of("badge number"))
        .containsExactly(SentenceVectors.middle(List.of(of("badge"), of("number")), 64));
    assertThat(SentenceVectors.cosine(of("badge number"), of("badge number")))
        .isCloseTo(1, within(1e-6));
  }

  @Test
  void neitherOrderNorEmptyWordsNorCodesCount() {
    assertThat(of("The number QX4410 is on the badge."))
        .usingComparatorWithPrecision(1e-6f)
        .containsExactly(of("badge number"));
  }

  @Test
  void aTextWithoutSuchWordsIsLikeNoOther() {
    for (String text : List.of("", "What is it?", "QX4410", "\u2026 !")) {
      assertThat(of(text)).hasSize(64).containsOnly(0);
      assertThat(SentenceVectors.cosine(of(text), of("badge"))).isZero();
    }
  }

  @Test
  void eachTextOfACallGetsItsOwnVector() {
    List<float[]> vectors = means.embed(List.of("badge", "", "pager code"), Purpose.QUERY);

    assertThat(vectors.get(0)).containsExactly(of("badge"));
    assertThat(vectors.get(1)).containsOnly(0);
    assertThat(vectors.get(2)).containsExactly(of("pager code"));
  }
}
