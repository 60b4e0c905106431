package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected values: scipy.stats.t.cdf, sf and isf, SciPy 1.17.1. */
class StudentTTest {
  private static final double TEN_DIGITS_IN_PERCENT = 1e-8;

  @ParameterizedTest
  @CsvSource({
    "0, 3, 0.5, 0.5",
    "-1, 1, 0.25, 0.75",
    "2.5, 4, 0.966616727594006, 0.03338327240599407",
    "8, 47, 0.9999999998726375, 1.2736247903292218e-10",
    "-30, 9, 1.2418523520791317e-10, 0.9999999998758148",
    "1.96, 9999, 0.9749882384973949, 0.0250117615026051",
  })
  void bothTailsKeepTheirRelativePrecision(double t, double df, double lower, double upper) {
    assertThat(StudentT.lowerTail(t, df)).isCloseTo(lower, withinPercentage(TEN_DIGITS_IN_PERCENT));
    assertThat(StudentT.upperTail(t, df)).isCloseTo(upper, withinPercentage(TEN_DIGITS_IN_PERCENT));
  }

  @ParameterizedTest
  @CsvSource({
    "0.025, 1, 12.706204736174705",
    "0.025, 9, 2.2621571627982053",
    "0.0125, 47, 2.3154899684907266",
    "0.05, 247, 1.6510460767428337",
    "1e-6, 3, 103.29946778041935",
    "0.025, 9999, 1.9602012636213577",
  })
  void quantilesAgreeWithSciPy(double alpha, double df, double t) {
    assertThat(StudentT.upperQuantile(alpha, df))
        .isCloseTo(t, withinPercentage(TEN_DIGITS_IN_PERCENT));
  }
}
