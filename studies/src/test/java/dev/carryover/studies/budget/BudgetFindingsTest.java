package dev.carryover.studies.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.studies.budget.BudgetFindings.Scope;
import dev.carryover.studies.items.Arm;
import dev.carryover.studies.items.Contrast;
import dev.carryover.studies.items.Tables;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.report.Verdict;
import dev.carryover.studies.report.Verdict.Decision;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BudgetFindingsTest {
  private static final int ITEMS = 400;

  private static String right(int count) {
    return "1".repeat(count) + "0".repeat(ITEMS - count);
  }

  private static Findings of(int full, int small, int large) {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put(BudgetFindings.FLOOR, right(2));
    rows.put(BudgetFindings.CEILING, right(full));
    for (int budget : List.of(16, 64)) {
      rows.put(BudgetFindings.start(budget), right(20));
      rows.put(BudgetFindings.trained(budget, 1), right(budget == 16 ? small : large));
      rows.put(BudgetFindings.trained(budget, 2), right(budget == 16 ? small : large));
    }
    return new BudgetFindings(Tables.answers(rows), new Scope(List.of(16, 64), 2, 320, 0.05))
        .findings();
  }

  @Test
  void aSmallBudgetThatLosesLittleMeetsTheBar() {
    Verdict bar = of(380, 380, 380).verdicts().get(0);
    assertThat(bar.decision()).isEqualTo(Decision.YES);
    assertThat(bar.reason())
        .isEqualTo("Small enough are [16], accurate enough with every seed [16, 64], both [16]");
  }

  @Test
  void accuracyAndCompressionMustBeMetTogether() {
    Verdict bar = of(380, 300, 380).verdicts().get(0);
    assertThat(bar.decision()).isEqualTo(Decision.NO);
    assertThat(bar.reason())
        .isEqualTo("Small enough are [16], accurate enough with every seed [64], both none");
  }

  /** A loss of 3 points whose interval reaches over the margin of 5 is not shown to be under it. */
  @Test
  void theIntervalDecidesAndNotTheEstimate() {
    assertThat(of(380, 360, 380).verdicts().get(0).decision()).isEqualTo(Decision.NO);
  }

  @Test
  void anAnswerlessReferenceMakesTheStudyUnmeasurable() {
    Findings findings = of(3, 300, 300);
    assertThat(findings.unmeasurable()).isPresent();
    assertThat(findings.verdicts().get(0).decision()).isEqualTo(Decision.NOT_MEASURABLE);
  }

  @Test
  void armsTellTheirCompressionAndContrastsWhatWasGainedAndLost() {
    Findings findings = of(380, 300, 360);
    Arm arm = findings.arms().get(3);
    assertThat(arm.name()).isEqualTo("16 trained, seed 1");
    assertThat(arm.figures()).containsEntry("compression", 20.0);
    Contrast trained = findings.contrasts().get(0);
    assertThat(trained.name()).isEqualTo("16, seed 1: trained against its start");
    assertThat(trained.pairing().gained()).isEqualTo(280);
    assertThat(trained.pairing().lost()).isZero();
  }
}
