package dev.carryover.reports.figures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.stats.Decision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DecisionWordTest {
  @ParameterizedTest
  @EnumSource(Decision.class)
  void everyDecisionIsKnownAndAdvises(Decision decision) {
    DecisionWord word = new DecisionWord(decision.label());
    assertThat(word.known()).hasValue(decision);
    assertThat(word.advice()).endsWith(".");
  }

  @ParameterizedTest
  @CsvSource({"preserved, Preserved", "not-measurable, Not measurable", "put-off, put-off"})
  void theHeadingIsTheDecisionInWords(String word, String title) {
    assertThat(new DecisionWord(word).title()).isEqualTo(title);
  }

  @Test
  void anUnknownWordAdvisesNothing() {
    assertThat(new DecisionWord("").known()).isEmpty();
    assertThat(new DecisionWord("").title()).isEmpty();
    assertThat(new DecisionWord("postponed").advice()).isEmpty();
  }
}
