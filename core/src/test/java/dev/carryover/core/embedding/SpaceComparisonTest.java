package dev.carryover.core.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.embedding.SpaceComparison.Cosines;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpaceComparisonTest {
  private final LetterEmbedder letters = new LetterEmbedder("letters", 64, 0);

  @Test
  void twoNamesForOneModelAreFound() {
    SpaceComparison comparison =
        SpaceComparison.of(letters, new LetterEmbedder("another name", 64, 0));
    assertThat(comparison.oneSpace()).isTrue();
    assertThat(comparison.cosines().orElseThrow().mean()).isCloseTo(1, within(1e-6));
    assertThat(comparison.second().name()).isEqualTo("another name");
  }

  @Test
  void twoSpacesOfOneDimensionAreToldApart() {
    SpaceComparison comparison = SpaceComparison.of(letters, new LetterEmbedder("moved", 64, 3));
    Cosines cosines = comparison.cosines().orElseThrow();
    assertThat(comparison.oneSpace()).isFalse();
    assertThat(cosines.mean()).isLessThan(0.9).isGreaterThan(cosines.least());
  }

  @Test
  void spacesOfDifferentDimensionsHaveNoCosine() {
    SpaceComparison comparison = SpaceComparison.of(letters, new LetterEmbedder("wider", 128, 0));
    assertThat(comparison.cosines()).isEmpty();
    assertThat(comparison.oneSpace()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0.999, true", "0.9989999, false", "1.0, true"})
  void theThresholdIsTheMeanAndIsIncluded(double mean, boolean oneSpace) {
    EmbedderIdentity identity = letters.identity();
    SpaceComparison comparison =
        new SpaceComparison(identity, identity, Optional.of(new Cosines(mean, 0.5)));
    assertThat(comparison.oneSpace()).isEqualTo(oneSpace);
  }

  @Test
  void aCosineIsThatOfTheAngleWhateverTheLengths() {
    assertThat(Cosine.between(new float[] {3, 0}, new float[] {2, 2}))
        .isCloseTo(Math.sqrt(0.5), within(1e-15));
    assertThat(Cosine.between(new float[] {1, 2}, new float[] {-2, -4}))
        .isCloseTo(-1, within(1e-15));
  }

  @Test
  void whatHasNoDirectionHasNoCosine() {
    float[] one = {1, 0};
    assertThatThrownBy(() -> Cosine.between(one, new float[] {1, 0, 0}))
        .hasMessage("no cosine between vectors of 2 and 3 dimensions");
    assertThatThrownBy(() -> Cosine.between(one, new float[] {0, 0}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.0");
    assertThatThrownBy(() -> Cosine.between(one, new float[] {Float.NaN, 0}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NaN");
  }
}
