package dev.carryover.models.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.spi.ServiceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnitVectorsTest {
  @Test
  void aVectorIsScaledToLengthOne() {
    assertThat(UnitVectors.normalized(new float[] {3, -4}, "m")).containsExactly(0.6f, -0.8f);
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, 0})
  void whatHasNoDirectionIsAServiceError(float component) {
    assertThatThrownBy(() -> UnitVectors.normalized(new float[] {0, component}, "m"))
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith("embedder 'm' returned a vector of length ");
  }
}
