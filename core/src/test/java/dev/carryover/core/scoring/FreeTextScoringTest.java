package dev.carryover.core.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.Answer;
import dev.carryover.core.AnswerMark;
import dev.carryover.core.FinishReason;
import dev.carryover.core.FreeTextScore;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FreeTextScoringTest {
  /**
   * Expected values: {@code compute_exact} and {@code compute_f1} of the evaluation script of SQuAD
   * 2.0, run in Python 3 on these very texts.
   */
  static Stream<Arguments> squad() {
    return Stream.of(
        Arguments.of("In the spring of 2021", "in spring 2021.", false, 0.8571428571428571),
        Arguments.of("Paris", "It was Paris", false, 0.5),
        Arguments.of("the cat sat on the mat", "The mat, the cat.", false, 0.6666666666666666),
        Arguments.of("a dog", "dogs", false, 0.0),
        Arguments.of("U.S. Navy", "US navy", true, 1.0),
        Arguments.of("an apple a day", "Apple day!", true, 1.0),
        Arguments.of("twenty-two", "twenty two", false, 0.0),
        Arguments.of("Ann's brother", "Anns Brother", true, 1.0),
        Arguments.of("The", "a", true, 1.0),
        Arguments.of("The", "nothing", false, 0.0),
        Arguments.of("7 May", "May 7", false, 1.0),
        Arguments.of("red red blue", "red blue blue blue", false, 0.5714285714285715),
        Arguments.of("naïve Café", "NAÏVE\u00a0CAFÉ", true, 1.0),
        Arguments.of("“home”", "home", false, 0.0),
        Arguments.of("Thea", "the a Thea", true, 1.0),
        Arguments.of("Straße", "STRASSE", false, 0.0),
        Arguments.of("\u8a18\u61b6", "\u8a18\u61b6 \u79fb\u884c", false, 0.6666666666666666),
        Arguments.of("pottery, painting and camping", "painting and going camping", false, 0.75),
        Arguments.of("$100", "100 dollars", false, 0.6666666666666666),
        Arguments.of("x_y a_b", "xy", false, 0.6666666666666666),
        Arguments.of("élan a", "élan", true, 1.0),
        Arguments.of("\u0130zmir", "izmir", false, 0.0));
  }

  @ParameterizedTest
  @MethodSource("squad")
  void wordsAreComparedAsTheScriptOfSquadDoes(String right, String said, boolean same, double f1) {
    FreeTextScore score = score(right, said);

    assertThat(score.mark()).isEqualTo(same ? AnswerMark.CORRECT : AnswerMark.OTHER_WORDS);
    assertThat(score.tokenF1()).isCloseTo(f1, within(1e-15));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n\t"})
  void nothingSaidIsEmpty(String said) {
    assertThat(score("Paris", said)).isEqualTo(new FreeTextScore(AnswerMark.EMPTY, 0));
  }

  @ParameterizedTest
  @CsvSource({"LENGTH, CUT_OFF", "FILTERED, REFUSAL"})
  void anAnswerThatWasStoppedScoresNothingEvenIfTheWordsAreRight(
      FinishReason finish, AnswerMark mark) {
    assertThat(FreeTextScoring.score(text("Paris"), new Reply("Paris", finish, Usage.NONE)))
        .isEqualTo(new FreeTextScore(mark, 0));
  }

  @Test
  void notToKnowIsARefusalUnlessItIsTheRightAnswer() {
    assertThat(score("Paris", "I don’t know.").mark()).isEqualTo(AnswerMark.REFUSAL);
    assertThat(score("Paris", "Unknown, perhaps Paris"))
        .isEqualTo(new FreeTextScore(AnswerMark.REFUSAL, 0.5));
    assertThat(score("not mentioned", "Not mentioned.").mark()).isEqualTo(AnswerMark.CORRECT);
  }

  @Test
  void aVeryLongAnswerIsScoredToo() {
    assertThat(score("Paris", "Paris ".repeat(500_000)).tokenF1())
        .isCloseTo(2.0 / 500_001, within(1e-15));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void aScoreLiesBetweenNoughtAndOne(double f1) {
    assertThatThrownBy(() -> new FreeTextScore(AnswerMark.OTHER_WORDS, f1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("token F1 is " + f1);
  }

  private static FreeTextScore score(String right, String said) {
    return FreeTextScoring.score(text(right), Reply.of(said));
  }

  private static Answer.FreeText text(String text) {
    return new Answer.FreeText(text);
  }
}
