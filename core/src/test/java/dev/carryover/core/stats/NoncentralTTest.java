package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Expected values: the defining integral at 40 digits in mpmath 1.4.1; scipy.stats.nct.sf (SciPy
 * 1.17.1) agrees with all to 1e-12.
 */
class NoncentralTTest {
  @ParameterizedTest
  @CsvSource({
    "12.7062047, 1, 5, 0.305160100198754",
    "12.7062047, 1, 45, 0.999585474711455",
    "50.9234, 1, 80, 0.883743977481642",
    "4.30265, 2, 0, 0.0250000293822529",
    "2.776445, 4, 3.5, 0.744869624218781",
    "2.262157, 9, 2.5, 0.606126834120587",
    "2.262157, 9, -1, 0.00209404042932281",
    "-1.5, 9, 0.5, 0.968102264309513",
    "0, 7, 1.25, 0.894350226333145",
    "2.0117405, 47, 2.86, 0.799868835632734",
    "1.6779267, 47, 6, 0.999990067217421",
    "1.9602, 9999, 2.8, 0.799480856036951",
    "2.5, 9999, 60, 1",
    "3.0, 500, 3.1, 0.540244837063147",
  })
  void theUpperTailIsAccurateToElevenDigits(double t, double df, double delta, double expected) {
    assertThat(NoncentralT.upperTail(t, df, delta)).isCloseTo(expected, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"1, 0.025", "4, 0.025", "47, 0.0125", "9999, 0.05"})
  void withoutAnEffectItIsStudentsT(double df, double alpha) {
    assertThat(NoncentralT.upperTail(StudentT.upperQuantile(alpha, df), df, 0))
        .isCloseTo(alpha, within(1e-12));
  }
}
