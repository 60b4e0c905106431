package dev.carryover.studies.items;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HalfRuleTest {
  /** 160 items, one of them 0.625 points: the paper's own figures at 8 memories (spec 2.2). */
  @Test
  void thePapersRecoveryClearsHalfItsCollapseByOneItem() {
    HalfRule rule = new HalfRule(100, 100 - 42, 100 - 42 + 22);
    assertThat(rule.collapse()).isEqualTo(42);
    assertThat(rule.recovery()).isEqualTo(22);
    assertThat(rule.margin()).isEqualTo(1);
    assertThat(rule.holds()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "100, 60, 80, 0, true",
    "100, 60, 79, -1, false",
    "100, 59, 79, -0.5, false",
    "100, 59, 80, 0.5, true",
    "100, 60, 60, -20, false",
    "100, 60, 50, -30, false",
    "100, 60, 120, 40, true",
  })
  void exactlyHalfIsEnoughAndOneItemLessIsNot(
      int before, int damaged, int repaired, double margin, boolean holds) {
    HalfRule rule = new HalfRule(before, damaged, repaired);
    assertThat(rule.margin()).isEqualTo(margin);
    assertThat(rule.holds()).isEqualTo(holds);
  }

  @ParameterizedTest
  @CsvSource({"100, 100, 100", "100, 100, 120", "90, 100, 100"})
  void withoutALossNothingIsRecovered(int before, int damaged, int repaired) {
    assertThat(new HalfRule(before, damaged, repaired).holds()).isFalse();
  }
}
