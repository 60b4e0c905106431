package dev.carryover.reports.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource({"0.62, 0.620", "0.0005, 0.001", "1, 1.000", "-0.31, \u22120.310", "-0.0001, 0.000"})
  void ratesHaveThreeDigitsAndATrueMinus(double value, String printed) {
    assertThat(Numbers.TYPOGRAPHIC.rate(value)).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({"0.31, +0.310", "-0.31, -0.310", "0.0001, 0.000", "-0.0001, 0.000", "0, 0.000"})
  void differencesHaveTheirSignAndZeroHasNone(double value, String printed) {
    assertThat(Numbers.PLAIN.signed(value)).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource({
    "0.00046006101, 0.00046",
    "0.031, 0.031",
    "0.29147646, 0.29",
    "0.999, 1.0",
    "1, 1",
    "0, 0",
    "4.6517764e-10, 4.7e-10",
    "0.00009, 9.0e-5"
  })
  void pValuesHaveTwoSignificantDigits(double p, String printed) {
    assertThat(Numbers.PLAIN.p(OptionalDouble.of(p))).isEqualTo(printed);
  }

  @Test
  void whatIsAbsentHasItsSign() {
    assertThat(Numbers.PLAIN.rate(OptionalDouble.empty())).isEqualTo("-");
    assertThat(Numbers.TYPOGRAPHIC.p(OptionalDouble.empty())).isEqualTo("\u2013");
    assertThat(Numbers.PLAIN.interval(OptionalDouble.of(1), OptionalDouble.empty())).isEqualTo("-");
  }

  @Test
  void sharesAndCountsAndFreeFigures() {
    assertThat(Numbers.PLAIN.percent(.25886554)).isEqualTo("25.9 %");
    assertThat(Numbers.PLAIN.count(9_007_199_254_740_993L)).isEqualTo("9,007,199,254,740,993");
    assertThat(Numbers.PLAIN.free(1000)).isEqualTo("1000");
    assertThat(Numbers.PLAIN.free(.99999)).isEqualTo("1");
  }
}
