package dev.carryover.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class DecisionTest {
  @Test
  void theNamesInReportsAreStable() {
    assertThat(Decision.values())
        .extracting(Decision::label)
        .containsExactly("preserved", "regressed", "inconclusive", "not-measurable");
    for (Decision decision : Decision.values()) {
      assertThat(Decision.labelled(decision.label())).isEqualTo(decision);
    }
  }

  @Test
  void anUnknownNameListsTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Decision.labelled("PRESERVED"))
        .withMessage(
            "unknown decision 'PRESERVED': one of preserved, regressed, inconclusive,"
                + " not-measurable");
  }
}
