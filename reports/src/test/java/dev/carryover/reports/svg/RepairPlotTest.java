package dev.carryover.reports.svg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepairPlotTest {
  @Test
  void theLongestNameOfARepairThatShipsIsDrawnWhole() {
    assertThat(Labels.fitting("re-embed-isolated", RepairPlot.LABEL))
        .isEqualTo("re-embed-isolated");
  }
}
