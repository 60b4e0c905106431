package dev.carryover.studies.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.stats.GateHypothesis;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.HypothesisResult;
import dev.carryover.core.stats.NonInferiorityGate;
import dev.carryover.studies.instrument.Condition.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Expected values: SciPy 1.17.1 and NumPy, of a program of its own that draws 400,000 plans of 10
 * and 200,000 of 24 histories from the same population, with {@code stats.t} and {@code
 * stats.nct.sf}.
 */
class RatesTest {
  private static final int PLANS = 4_000;
  private static final Function<List<GateHypothesis>, List<HypothesisResult>> GATE =
      hypotheses -> NonInferiorityGate.test(hypotheses, NonInferiorityGate.DEFAULT_ALPHA);

  /** Forty histories of 20 probes; history i loses {@code (7 i) mod 9 - 4 + shift} of them. */
  private static Population population(int shift) {
    return new Population(
        IntStream.range(0, 40)
            .mapToObj(
                i -> {
                  int lost = 7 * i % 9 - 4 + shift;
                  double[] probes = new double[20];
                  Arrays.fill(probes, 0, Math.abs(lost), Math.signum(lost));
                  return HistoryDifference.of("h" + i, probes);
                })
            .toList(),
        .8);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 10, .1754, .0012, .9469",
    "0, 24, .4450, .0001, .9488",
    "1, 10, .0276, .0252, .9473",
    "1, 24, .0272, .0236, .9494",
    "2, 10, .0020, .1664, .9495",
    "2, 24, .0002, .4125, .9490"
  })
  void plansAreJudgedAsOftenSoAsAnIndependentProgramFinds(
      int shift, int size, double preserved, double regressed, double covered) {
    Rates rates = Rates.draw(population(shift), size, PLANS, "test", 7, GATE);
    assertThat(rates.preserved() / (double) PLANS).isCloseTo(preserved, near(preserved));
    assertThat(rates.regressed() / (double) PLANS).isCloseTo(regressed, near(regressed));
    assertThat(rates.covered() / (double) PLANS).isCloseTo(covered, near(covered));
  }

  /** Four standard errors of a rate of 4,000 plans. */
  private static Offset<Double> near(double rate) {
    return within(4 * Math.sqrt(rate * (1 - rate) / PLANS));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 10, .2016080829509439",
    "0, 24, .46112743909185405",
    "1, 10, .026653924520267748",
    "1, 24, .027778836318188185"
  })
  void whatIsExpectedIsThePowerAtTheDeviationOfTheHistories(int shift, int size, double power) {
    assertThat(judged(shift, size).expectedPreserved()).hasValueCloseTo(power, within(1e-9));
    assertThat(judged(shift, size).expectedRegressed()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"10, .18660600468058441", "24, .4253044457225041"})
  void aLossOverTheMarginIsExpectedToBeSeen(int size, double power) {
    assertThat(judged(2, size).expectedRegressed()).hasValueCloseTo(power, within(1e-9));
    assertThat(judged(2, size).expectedPreserved()).isEmpty();
  }

  private static Judged judged(int shift, int size) {
    return new Judged(
        new Condition(Stage.READING, Kind.ZERO, 6), population(shift), size, Rates.NONE);
  }

  @Test
  void theSameSeedDrawsTheSamePlansAndAnotherOthers() {
    Rates once = Rates.draw(population(1), 10, 500, "test", 7, GATE);
    assertThat(Rates.draw(population(1), 10, 500, "test", 7, GATE)).isEqualTo(once);
    assertThat(Rates.draw(population(1), 10, 500, "test", 8, GATE)).isNotEqualTo(once);
  }
}
