package dev.carryover.probes.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The held-out assessment. Expected: scikit-learn 1.9.1 (LinearRegression, one group left out at a
 * time, mean_absolute_error, mean_squared_error) and SciPy 1.17 (t.interval, linregress, pearsonr).
 */
class HeldOutTest {
  @ParameterizedTest
  @CsvSource({
    "HISTORY, 0.021139028446471593, 0.026143726820767335, 0.0006056003379045246,"
        + " 0.008968835387049788, 0.9965340716774865, 0.9841557085735332",
    "MODEL_PAIR, 0.0275487057631746, 0.03245216181375654, -0.0013263944011179915,"
        + " 0.01112668210971195, 0.9982581144736258, 0.9754999695506467",
    "FORMAT, 0.04649057539682536, 0.05298216792673932, -0.0011625744047619002,"
        + " 0.01817649962184564, 0.9725732978400309, 0.9335544603480164",
  })
  void oneGroupIsLeftOutAtATime(
      HeldOut.Unseen unseen,
      double mae,
      double rmse,
      double bias,
      double half,
      double slope,
      double rho) {
    HeldOut held = held(MadeCells.cells(), unseen);

    assertThat(held.predictions()).hasSize(36);
    assertThat(held.unpredicted()).isZero();
    assertThat(held.mae().orElseThrow()).isCloseTo(mae, within(1e-12));
    assertThat(held.rmse().orElseThrow()).isCloseTo(rmse, within(1e-12));
    assertThat(held.bias().orElseThrow()).isCloseTo(bias, within(1e-12));
    assertThat(held.biasHalfWidth().orElseThrow()).isCloseTo(half, within(1e-9));
    assertThat(held.slope().orElseThrow()).isCloseTo(slope, within(1e-12));
    assertThat(held.rho().orElseThrow()).isCloseTo(rho, within(1e-12));
  }

  /** The same runs over a source with one more history: no history may be predicted by itself. */
  @Test
  void aHistoryIsLeftOutOfEveryRunThatHasIt() {
    List<FullCell> twice = new ArrayList<>();
    for (String digest : List.of("@a", "@b")) {
      MadeCells.cells().stream()
          .map(
              cell ->
                  new FullCell(
                      cell.format(),
                      cell.measure(),
                      cell.history() + digest,
                      cell.pair(),
                      true,
                      cell.twenty(),
                      cell.others()))
          .forEach(twice::add);
    }

    HeldOut once = held(MadeCells.cells(), HeldOut.Unseen.HISTORY);
    HeldOut both = held(twice, HeldOut.Unseen.HISTORY);

    assertThat(both.predictions()).hasSize(2 * once.predictions().size());
    assertThat(both.mae().orElseThrow()).isCloseTo(once.mae().orElseThrow(), within(1e-12));
  }

  @Test
  void whatTheOthersCannotPredictIsCounted() {
    List<FullCell> oneFormat =
        MadeCells.cells().stream().filter(cell -> cell.format().equals("format-0")).toList();

    HeldOut held = held(oneFormat, HeldOut.Unseen.FORMAT);

    assertThat(held.predictions()).isEmpty();
    assertThat(held.unpredicted()).isEqualTo(18);
    assertThat(held.mae()).isEmpty();
    assertThat(held.rmse()).isEmpty();
    assertThat(held.bias()).isEmpty();
    assertThat(held.biasHalfWidth()).isEmpty();
    assertThat(held.slope()).isEmpty();
    assertThat(held.rho()).isEmpty();
  }

  private static HeldOut held(List<FullCell> cells, HeldOut.Unseen unseen) {
    return HeldOut.all(new FullRuns(cells, List.of(), 7)).stream()
        .filter(one -> one.unseen() == unseen)
        .findFirst()
        .orElseThrow();
  }
}
