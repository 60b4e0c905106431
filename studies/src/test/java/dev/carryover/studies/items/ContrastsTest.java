package dev.carryover.studies.items;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.carryover.studies.items.Contrast.Standing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContrastsTest {
  private static final String FLOOR = "none";

  /** SciPy 1.17.1, binomtest(2, 14); statsmodels 0.15.0, multipletests(method='holm'). */
  @Test
  void everyContrastIsTestedExactlyAndAdjustedWithTheOthers() {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put(FLOOR, "0".repeat(40));
    rows.put("a", "1".repeat(40));
    rows.put("b", "1".repeat(2) + "0".repeat(12) + "1".repeat(26));
    rows.put("c", "0".repeat(6) + "1".repeat(34));
    List<Contrast> judged =
        new Contrasts(Tables.answers(rows), FLOOR)
            .claim("a to b", "a", "b")
            .claim("a to c", "a", "c")
            .claim("b to c", "b", "c")
            .judged();

    assertThat(judged).extracting(c -> c.pairing().lost()).containsExactly(12, 6, 2);
    assertThat(judged).extracting(c -> c.pairing().gained()).containsExactly(0, 0, 8);
    assertThat(judged.get(0).pairing().p()).isCloseTo(0.00048828125, withinPercentage(1e-8));
    assertThat(judged.get(0).holm()).isCloseTo(3 * 0.00048828125, withinPercentage(1e-8));
    assertThat(judged.get(1).holm()).isCloseTo(2 * 0.03125, withinPercentage(1e-8));
    assertThat(judged.get(2).holm()).isCloseTo(0.109375, withinPercentage(1e-8));
    assertThat(judged)
        .extracting(Contrast::standing)
        .containsExactly(Standing.SHOWN, Standing.NOT_SHOWN, Standing.NOT_SHOWN);
  }

  @Test
  void whatIsNotShownSaysWhatWouldHaveBeen() {
    Map<String, String> rows = Tables.pair(30, 0, 0, 10);
    rows.put(FLOOR, "0".repeat(40));
    Contrast same =
        new Contrasts(Tables.answers(rows), FLOOR).claim("same", "before", "after").judged().get(0);

    assertThat(same.standing()).isEqualTo(Standing.NOT_SHOWN);
    assertThat(same.detectable()).hasValue(8);
  }

  @Test
  void aContrastOfTwoArmsAtTheFloorIsVoidHoweverLarge() {
    Map<String, String> rows = Tables.pair(0, 5, 0, 35);
    rows.put(FLOOR, "0".repeat(40));
    rows.put("good", "1".repeat(40));
    Contrasts contrasts = new Contrasts(Tables.answers(rows), FLOOR);

    assertThat(contrasts.aboveFloor("before")).isFalse();
    assertThat(contrasts.aboveFloor("good")).isTrue();
    List<Contrast> judged =
        contrasts.claim("void", "before", "after").claim("fell", "good", "after").judged();
    assertThat(judged)
        .extracting(Contrast::standing)
        .containsExactly(Standing.VOID, Standing.SHOWN);
  }

  @Test
  void anArmBelowTheFloorIsNotAboveIt() {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put(FLOOR, "1".repeat(20) + "0".repeat(20));
    rows.put("worse", "0".repeat(40));
    assertThat(new Contrasts(Tables.answers(rows), FLOOR).aboveFloor("worse")).isFalse();
  }

  @Test
  void onlyItemsThatBothArmsWereAskedArePaired() {
    Answers answers = Tables.answers(Map.of("x", "11  0", "y", "1 1 1"));
    assertThat(answers.pair("x", "y")).isEqualTo(new Pairing(1, 0, 1, 0));
  }

  @Test
  void armsThatCannotBePairedAreNamed() {
    Answers answers = Tables.answers(Map.of("x", "1 ", "y", " 1"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> answers.pair("x", "y"))
        .withMessage("'x' and 'y' share no item");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> answers.arm("z"))
        .withMessageContaining("there is no arm 'z'; there are [");
  }
}
