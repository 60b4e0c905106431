package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The gate's error rates beside those of design/statistics.md, "What to expect". Runs 2,000 draws a
 * cell; {@code -Dcarryover.simulation.draws=20000} runs as many as the design did, and prints the
 * table.
 */
class GateSimulationTest {
  private static final String DRAWS_PROPERTY = "carryover.simulation.draws";
  private static final int DRAWS = Integer.getInteger(DRAWS_PROPERTY, 2_000);
  private static final int DESIGN_DRAWS = 20_000;
  private static final long SEED = 20_261_129;
  private static final double[] LOSSES = {0, .025, .05, .075, .10};

  /** n, SD, then per cent preserved/regressed by true loss, as printed in the design. */
  private static final List<String> DESIGN =
      List.of(
          "10 .03 87/0 21/0 .2/1.4 0/36 0/92",
          "10 .06 37/0 7/.1 .3/1.7 0/17 0/57",
          "10 .12 9/.1 2/.4 .4/2.2 .1/8 0/21",
          "24 .03 100/0 68/0 .2/2.0 0/84 0/100",
          "24 .06 89/0 24/0 .4/2.4 0/44 0/97",
          "24 .12 30/0 6/.2 .4/2.2 0/16 0/51",
          "48 .03 100/0 97/0 .3/2.4 0/99 0/100",
          "48 .06 100/0 55/0 .4/2.1 0/77 0/100",
          "48 .12 66/0 14/.1 .4/2.0 0/29 0/83");

  @Test
  void theErrorRatesAreThoseOfTheDesign() {
    GateSimulation simulation = new GateSimulation(SEED);
    List<String> outside = new ArrayList<>();
    StringBuilder table = new StringBuilder();
    for (String line : DESIGN) {
      String[] cells = line.split(" ", -1);
      int n = Integer.parseInt(cells[0]);
      double sd = Double.parseDouble(cells[1]);
      table.append(String.format(Locale.ROOT, "%n%2d %.2f", n, sd));
      for (int i = 0; i < LOSSES.length; i++) {
        GateSimulation.Rates rates =
            simulation.rates(new GateSimulation.Scenario(n, sd, LOSSES[i], 2), DRAWS);
        String[] design = cells[2 + i].split("/", -1);
        String cell =
            String.format(
                Locale.ROOT,
                "  %5.1f/%5.1f (%s)",
                100 * rates.preserved(),
                100 * rates.regressed(),
                cells[2 + i]);
        table.append(cell);
        if (differs(rates.preserved(), design[0]) || differs(rates.regressed(), design[1])) {
          outside.add(n + " " + sd + " loss " + LOSSES[i] + ":" + cell);
        }
      }
    }
    show("per cent preserved/regressed (the design's), " + DRAWS + " draws" + table);
    assertThat(outside).as("simulated%s", table).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"10, .03", "10, .06", "24, .06", "48, .12"})
  void oneHypothesisAtTheMarginPassesWithAboutAlpha(int n, double sd) {
    double passed =
        new GateSimulation(SEED)
            .rates(new GateSimulation.Scenario(n, sd, .05, 1), DRAWS)
            .preserved();
    show(String.format(Locale.ROOT, "one hypothesis at the margin, %d, %.2f: %.4f", n, sd, passed));
    assertThat(passed).isCloseTo(.0265, within(.0025 + error(.0265)));
  }

  /**
   * The design says 4.5 % against 1.9 % and not at which spread. 20,000 draws of this model give
   * 5.4 against 2.4 % (SD 0.03), 5.2 against 2.8 % (0.06), 5.1 against 2.5 % (0.12); the floor
   * takes t to 1.6 % at SD 0.02, and the bootstrap stays at 5 %.
   */
  @ParameterizedTest
  @CsvSource({".03", ".06", ".12"})
  void theBootstrapPassesMoreOftenAtTheMarginThanT(double sd) {
    GateSimulation simulation = new GateSimulation(SEED);
    int byT = 0;
    int byBootstrap = 0;
    for (int i = 0; i < DRAWS; i++) {
      GateHypothesis sample = simulation.sample(new GateSimulation.Scenario(10, sd, .05, 1)).get(0);
      double[] means = sample.histories().stream().mapToDouble(HistoryDifference::mean).toArray();
      Contrast loss = new Contrast("loss", sample.estimate(), HistoryStatistic.mean(means));
      BootstrapDistribution resampled =
          HistoryBootstrap.resample(10, List.of(loss), SEED + i, 2_000).get(0);
      byBootstrap += resampled.interval().high() < .05 ? 1 : 0;
      byT += TEstimate.floored(sample.histories()).orElseThrow().pBelow(.05) < .025 ? 1 : 0;
    }
    show(
        String.format(
            Locale.ROOT,
            "10 histories at the margin, SD %.2f: bootstrap %.4f, t %.4f",
            sd,
            (double) byBootstrap / DRAWS,
            (double) byT / DRAWS));
    assertThat(byBootstrap).isGreaterThan(byT * 3 / 2);
  }

  /** Beyond rounding and four standard errors of the difference of two simulations. */
  private static boolean differs(double rate, String design) {
    double expected = Double.parseDouble(design) / 100;
    double rounding = design.contains(".") ? .0005 : .005;
    return Math.abs(rate - expected) > rounding + error(expected);
  }

  private static double error(double expected) {
    double share = Math.min(.999, Math.max(.001, expected));
    return 4 * Math.sqrt(share * (1 - share) * (1.0 / DRAWS + 1.0 / DESIGN_DRAWS));
  }

  private static void show(String figures) {
    if (System.getProperty(DRAWS_PROPERTY) != null) {
      System.out.println(figures);
    }
  }
}
