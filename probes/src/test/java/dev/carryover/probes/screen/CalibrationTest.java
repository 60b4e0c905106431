package dev.carryover.probes.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.spi.SourceException;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.probes.screen.CalibrationJson.OtherSchemaException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The calibration, its file, and what it predicts. Expected: SciPy 1.17 (linregress, t), NumPy. */
class CalibrationTest {
  private static final Offset<Double> CLOSE = within(1e-12);

  private final Calibration calibration = Calibration.of(MadeCells.runs());

  @Test
  void aLineIsFittedForEachFormat() {
    FormatFit first = fit("format-0");
    FormatFit second = fit("format-1");

    assertThat(first.line().slope()).isCloseTo(0.7126116071428569, CLOSE);
    assertThat(first.line().intercept()).isCloseTo(0.04720982142857161, CLOSE);
    assertThat(first.line().residualSd()).isCloseTo(0.02578269940267156, CLOSE);
    assertThat(first.line().n()).isEqualTo(18);
    assertThat(first.pairSd()).isCloseTo(0.016875766036104706, CLOSE);
    assertThat(first.histories()).isEqualTo(6);
    assertThat(first.pairs()).isEqualTo(3);
    assertThat(second.line().slope()).isCloseTo(0.7823660714285714, CLOSE);
    assertThat(second.line().residualSd()).isCloseTo(0.02524493375877017, CLOSE);
    assertThat(second.pairSd()).isCloseTo(0.019621287030693664, CLOSE);
  }

  @Test
  void thePredictionsIntervalHoldsHistoriesFitAndPairs() {
    TEstimate predicted = fit("format-0").predicted(histories(12, 9, 14, 11, 8, 13)).orElseThrow();

    assertThat(predicted.mean()).isCloseTo(0.44508463541666665, CLOSE);
    assertThat(predicted.standardError()).isCloseTo(0.04143644492771053, CLOSE);
    assertThat(predicted.degreesOfFreedom()).isEqualTo(6);
    assertThat(predicted.interval().low()).isCloseTo(0.34369330725373554, within(1e-9));
    assertThat(predicted.interval().high()).isCloseTo(0.5464759635795978, within(1e-9));
  }

  @Test
  void aLossIsPredictedFromTheSameProbesWithTheErrorsOfBothSides() {
    TEstimate loss = fit("format-0").loss(histories(6, 3, 8, 5, 4, 7)).orElseThrow();

    assertThat(loss.mean()).isCloseTo(0.1959681919642856, CLOSE);
    assertThat(loss.standardError()).isCloseTo(0.04379035487900502, CLOSE);
    assertThat(loss.degreesOfFreedom()).isEqualTo(7);
    assertThat(loss.pAbove(.05)).isCloseTo(0.0062667614211566235, within(1e-9));
  }

  @Test
  void oneHistoryPredictsNothing() {
    assertThat(fit("format-0").predicted(histories(12))).isEmpty();
    assertThat(fit("format-0").loss(List.of())).isEmpty();
  }

  @Test
  void fewHistoriesOrOnePairAreTooLittleToPredictFrom() {
    List<FullCell> fewHistories =
        MadeCells.cells().stream().filter(cell -> cell.history().compareTo("h4") < 0).toList();
    List<FullCell> onePair =
        MadeCells.cells().stream().filter(cell -> cell.pair().equals("pair-1")).toList();

    assertThat(FormatFit.of(fewHistories).orElseThrow().unusable().orElseThrow())
        .contains("4 histories and 3 pairs", "needs 5 and 2");
    assertThat(FormatFit.of(onePair).orElseThrow().unusable().orElseThrow())
        .contains("6 histories and 1 pairs");
    assertThat(fit("format-0").unusable()).isEmpty();
  }

  @Test
  void whereEveryHistoryCameOutAlikeThereIsNoLine() {
    List<FullCell> ceiling = new ArrayList<>();
    for (int h = 0; h < 9; h++) {
      ceiling.add(new FullCell("lc-raw", "accuracy", "h" + h, "pair-" + h % 2, true, 1, 1));
    }

    assertThat(Calibration.of(new FullRuns(ceiling, List.of(), 7)).formats()).isEmpty();
  }

  @Test
  void damagedMemoriesDrawTheLineAndAreNoResiduals() {
    List<FullCell> cells = new ArrayList<>(MadeCells.cells());
    for (int h = 0; h < 6; h++) {
      cells.add(new FullCell("format-0", "accuracy", "h" + h, "pair-0", false, 0, 0));
    }
    FormatFit with =
        FormatFit.of(cells.stream().filter(c -> c.format().equals("format-0")).toList())
            .orElseThrow();

    // expected: numpy.polyfit over 24 points, residuals of the 18 on 16 degrees of freedom
    assertThat(with.line().slope()).isCloseTo(0.7738095238095242, CLOSE);
    assertThat(with.line().residualSd()).isCloseTo(0.0289657269839872, within(1e-12));
    assertThat(with.line().n()).isEqualTo(24);
    assertThat(with.pairs()).isEqualTo(3);
    assertThat(with.predicted(histories(0, 0, 0, 0, 0, 0)).orElseThrow().mean()).isLessThan(.02);
  }

  @Test
  void theFileReadsBackEqualAndNamesNoDate() {
    String text = CalibrationJson.write(calibration);

    assertThat(CalibrationJson.read(text, "file")).isEqualTo(calibration);
    assertThat(CalibrationJson.write(Calibration.of(MadeCells.runs()))).isEqualTo(text);
    assertThat(text)
        .startsWith("{\n  \"schema\" : \"carryover.calibration/1\"")
        .contains("\"residual_sd\"", "\"made\"")
        .doesNotContain("20" + "26");
  }

  @Test
  void aNewerFileIsToldFromADamagedOne() {
    String newer = CalibrationJson.write(calibration).replace("calibration/1", "calibration/2");

    assertThatThrownBy(() -> CalibrationJson.read(newer, "mine.json"))
        .isInstanceOf(OtherSchemaException.class)
        .hasMessageContaining("mine.json")
        .hasMessageContaining("carryover.calibration/2")
        .hasMessageContaining("carryover calibrate");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"carryover.calibration/1\" | \"carryover.report/1\" | no calibration",
        "\"probes\" : 20 | \"probes\" : 10 | 'probes' is 10, and a screen asks 20",
        "\"slope\" | \"slop\" | 'slope' is missing",
        "\"n\" : 18 | \"n\" : 2.5 | 'n' is 2.5",
        "\"n\" : 18 | \"n\" : 2 | no line",
        "\"pairs\" : 3 | \"pairs\" : -3 | no fit",
        "\"measure\" : \"accuracy\" | \"measure\" : null | 'measure' is null",
      })
  void aDamagedFileIsRefusedWithTheKey(String was, String is, String message) {
    String damaged = CalibrationJson.write(calibration).replace(was, is);

    assertThatThrownBy(() -> CalibrationJson.read(damaged, "mine.json"))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("mine.json")
        .hasMessageContaining(message);
  }

  @Test
  void whatIsNoJsonIsRefused() {
    String text = CalibrationJson.write(calibration);
    for (String bad : List.of("", "[]", "null", text.substring(0, text.length() / 2), "\0\1")) {
      assertThatThrownBy(() -> CalibrationJson.read(bad, "mine.json"))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("mine.json")
          .hasMessageNotContaining("REDACTED");
    }
  }

  @Test
  void theOneThatShipsCanBeUsedForTheBuiltInFormats() {
    Calibration shipped = CalibrationJson.read(CalibrationJson.shipped(), "shipped");

    assertThat(shipped.runs()).isNotEmpty();
    assertThat(shipped.formats()).containsKeys("rag", "notes", "kg-fixed", "lc-raw");
    assertThat(shipped.formats().values()).allMatch(fit -> fit.unusable().isEmpty());
    assertThat(CalibrationJson.write(shipped)).isEqualTo(CalibrationJson.shipped());
  }

  private FormatFit fit(String format) {
    return Objects.requireNonNull(calibration.formats().get(format));
  }

  /** Histories of twenty probes, so many of them right. */
  private static List<HistoryDifference> histories(int... right) {
    List<HistoryDifference> histories = new ArrayList<>();
    for (int i = 0; i < right.length; i++) {
      double[] probes = new double[20];
      Arrays.fill(probes, 0, right[i], 1);
      histories.add(HistoryDifference.of("h" + i, probes));
    }
    return histories;
  }
}
