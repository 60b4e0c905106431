package dev.carryover.studies.composition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.studies.items.Contrast;
import dev.carryover.studies.items.Contrast.Standing;
import dev.carryover.studies.items.Tables;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.report.Verdict;
import dev.carryover.studies.report.Verdict.Decision;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompositionFindingsTest {
  private static final int ITEMS = 160;

  private static String right(int count) {
    return "1".repeat(count) + "0".repeat(ITEMS - count);
  }

  private static Map<String, String> cartridges(int floor, int own, int raw, int first) {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put(CompositionFindings.FLOOR, right(floor));
    rows.put(Kind.CARTRIDGE.own(), right(own));
    rows.put(Kind.CARTRIDGE.together(8, Assembly.RAW), right(raw));
    rows.put(Kind.CARTRIDGE.together(8, Assembly.FIRST_MARKER), right(first));
    rows.put(Kind.CARTRIDGE.together(8, Assembly.ORDINARY), right(raw));
    rows.put(Kind.CARTRIDGE.together(8, Assembly.NO_MARKER), right(0));
    return rows;
  }

  private static Findings of(Map<String, String> rows, Kind... kinds) {
    return new CompositionFindings(Tables.answers(rows), List.of(8), List.of(kinds)).findings();
  }

  private static Verdict verdict(int floor, int own, int raw, int first) {
    return of(cartridges(floor, own, raw, first), Kind.CARTRIDGE).verdicts().get(0);
  }

  /** The paper's figures: 42 items lost, 22 recovered, one more than half (spec 2.2). */
  @Test
  void thePapersVerdictComesOutWithItsMarginOfOneItem() {
    Verdict verdict = verdict(10, 100, 58, 80);
    assertThat(verdict.decision()).isEqualTo(Decision.YES);
    assertThat(verdict.margin()).hasValue(1);
    assertThat(verdict.reason())
        .isEqualTo("Lost 42 items, recovered 22: half is reached by 1.0 items");
  }

  @Test
  void exactlyHalfHoldsAndOneItemLessDoesNot() {
    assertThat(verdict(10, 100, 60, 80).decision()).isEqualTo(Decision.YES);
    assertThat(verdict(10, 100, 60, 79).decision()).isEqualTo(Decision.NO);
    assertThat(verdict(10, 100, 60, 79).margin()).hasValue(-1);
  }

  @Test
  void withoutACollapseThatIsShownThereIsNoVerdict() {
    Verdict verdict = verdict(10, 100, 98, 100);
    assertThat(verdict.decision()).isEqualTo(Decision.NOT_MEASURABLE);
    assertThat(verdict.margin()).isEmpty();
    assertThat(verdict.reason()).startsWith("No collapse is shown: 2 items lost, where ");
  }

  @Test
  void aGainIsNoCollapse() {
    assertThat(verdict(10, 60, 100, 100).decision()).isEqualTo(Decision.NOT_MEASURABLE);
  }

  @Test
  void memoriesAtTheFloorMakeTheStudyUnmeasurable() {
    Findings findings = of(cartridges(10, 12, 8, 9), Kind.CARTRIDGE);
    assertThat(findings.unmeasurable()).isPresent();
    assertThat(findings.contrasts()).extracting(Contrast::standing).containsOnly(Standing.VOID);
    assertThat(findings.verdicts())
        .extracting(Verdict::decision)
        .containsOnly(Decision.NOT_MEASURABLE);
  }

  /** The paper's own case: .375 in both arms against .325 without a memory (spec 2.2). */
  @Test
  void theCountOfCovisibleSourcesIsVoidWhereBothArmsAreAtTheFloor() {
    Map<String, String> rows = cartridges(52, 100, 58, 80);
    for (Kind kind : List.of(Kind.FEW, Kind.MANY)) {
      rows.put(kind.own(), right(96));
      rows.put(kind.together(8, Assembly.RAW), right(52).substring(4) + "1111");
      rows.put(kind.together(8, Assembly.FIRST_MARKER), right(60));
    }
    Findings findings = of(rows, Kind.CARTRIDGE, Kind.FEW, Kind.MANY);
    Contrast count = findings.contrasts().get(findings.contrasts().size() - 1);
    assertThat(count.name()).isEqualTo("few or many sources in training, 8");
    assertThat(count.standing()).isEqualTo(Standing.VOID);
    assertThat(findings.unmeasurable()).isEmpty();
  }
}
