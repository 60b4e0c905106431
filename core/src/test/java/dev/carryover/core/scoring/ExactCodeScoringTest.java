package dev.carryover.core.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Answer;
import dev.carryover.core.AnswerMark;
import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExactCodeScoringTest {
  private static final String RIGHT = "QX-7714";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "QX-7714",
        " QX-7714",
        "QX-7714\n",
        "\t\r\n QX-7714 \u2003\u3000\u2028",
        "QX-7714\f"
      })
  void theCodeAloneIsCorrectAfterTrimming(String said) {
    assertThat(mark(said)).isEqualTo(AnswerMark.CORRECT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"QX-7715", "7714", "ZQ-7714-B", "QX7714", "QX-77140", "4a4b4c4d"})
  void anotherCodeIsAWrongCode(String said) {
    assertThat(mark(said)).isEqualTo(AnswerMark.WRONG_CODE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\n", "\t \u2003\u3000"})
  void nothingButWhiteSpaceIsEmpty(String said) {
    assertThat(mark(said)).isEqualTo(AnswerMark.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "QX-7714 or QX-7715",
        "QX-7714, QX-7715",
        "QX-7714\nQX-7715",
        "QX-7714/QX-7715",
        "It was QX-7715 before, now it is QX-7714.",
        "7714\u20137715"
      })
  void moreThanOneCodeIsWrongEvenWithTheRightOneAmongThem(String said) {
    assertThat(mark(said)).isEqualTo(AnswerMark.SEVERAL_CODES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unknown",
        "Unknown.",
        "I don't know.",
        "I don\u2019t know.",
        "I DO NOT KNOW",
        "That is not mentioned in the passages.",
        "I cannot help with that.",
        "There is no information about it."
      })
  void aModelThatDeclinesRefuses(String said) {
    assertThat(mark(said)).isEqualTo(AnswerMark.REFUSAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "QX-7714", "Sorry"})
  void whatAFilterWithheldIsARefusal(String said) {
    assertThat(mark(said, FinishReason.FILTERED)).isEqualTo(AnswerMark.REFUSAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "QX-7714", "QX-77", "The code is", "QX-7714 QX-7715", "I don't know"})
  void whatTheOutputLimitStoppedIsCutOffWhateverItSays(String said) {
    assertThat(mark(said, FinishReason.LENGTH)).isEqualTo(AnswerMark.CUT_OFF);
  }

  @Test
  void aServiceThatDoesNotSayWhyItStoppedIsTakenAtItsWord() {
    assertThat(mark("QX-7714", FinishReason.UNKNOWN)).isEqualTo(AnswerMark.CORRECT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The badge code is QX-7714",
        "QX-7714.",
        "\"QX-7714\"",
        "**QX-7714**",
        "QX-7714 QX-7714",
        "I don't know, perhaps QX-7714",
        "QX - 7714",
        "QX-\n7714"
      })
  void theRightCodeAmongOtherWordsOrSignsIsMalformed(String said) {
    assertThat(mark(said)).isEqualTo(AnswerMark.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "qx-7714",
        "Qx-7714",
        "QX\u20117714",
        "QX\u20107714",
        "QX\u22127714",
        "QX\uFF0D7714",
        "QX-\uFF17\uFF17\uFF11\uFF14",
        "\uFF31\uFF38-7714",
        "QX\u20137714"
      })
  void theRightCodeInOtherCharactersIsMalformed(String said) {
    assertThat(mark(said)).isEqualTo(AnswerMark.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"badge", "Mira Holt", "2024", "on 2024-03-09", "?", "...", "QX", "\uD83D"})
  void wordsWithoutACodeAreMalformed(String said) {
    assertThat(mark(said)).isEqualTo(AnswerMark.MALFORMED);
  }

  @Test
  void onlyOneMarkCountsAsRight() {
    for (AnswerMark mark : AnswerMark.values()) {
      assertThat(mark.label()).matches("[a-z]+(-[a-z]+)*");
    }
    assertThat(AnswerMark.SEVERAL_CODES.label()).isEqualTo("several-codes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2022", "amber falcon", "3", "straße-9", "2024-03-09"})
  void anExactAnswerIsCorrectWhateverItsForm(String right) {
    assertThat(ExactCodeScoring.mark(new Answer.Code(right), Reply.of(" " + right + "\n")))
        .isEqualTo(AnswerMark.CORRECT);
    assertThat(ExactCodeScoring.mark(new Answer.Code(" " + right + " "), Reply.of(right)))
        .isEqualTo(AnswerMark.CORRECT);
    assertThat(ExactCodeScoring.mark(new Answer.Code(right), Reply.of(right + "0")))
        .isNotEqualTo(AnswerMark.CORRECT);
  }

  @Test
  void theDefaultLocaleChangesNothing() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      assertThat(ExactCodeScoring.mark(new Answer.Code("IX-7714"), Reply.of("ix-7714")))
          .isEqualTo(AnswerMark.MALFORMED);
      assertThat(mark("NO INFORMATION")).isEqualTo(AnswerMark.REFUSAL);
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "7714, true",
    "K7Q2, true",
    "QX-7714, true",
    "a-b-c-1, true",
    "1499, true",
    "2100, true",
    "12-3456-7890, true",
    "QX\u20117714, true",
    // too short, too long, no digit
    "771, false",
    "K7, false",
    "amber, false",
    "amber-falcon, false",
    "a1234567890123456789012345678901234567890, false",
    "a123456789012345678901234567890123456789, true",
    // years and dates
    "1500, false",
    "1999, false",
    "2024, false",
    "2099, false",
    "2024-03, false",
    "2024-3-9, false",
    "2024-03-09, false",
    "2024-03-09T14, false",
    "2024\u201103\u201109, false",
    "09-03-2024, false",
    "9-3-2024, false",
    "2024-03-09-1, true",
    "20240309, true",
    // not one word
    "QX 7714, false",
    "QX-, false",
    "-7714, false",
    "QX--7714, false",
    "QX.7714, false",
    "QX_7714, false"
  })
  void aCodeHasTheFormOfACode(String text, boolean code) {
    assertThat(ExactCodeScoring.isCode(text)).isEqualTo(code);
    assertThat(ExactCodeScoring.isCode("")).isFalse();
  }

  @Test
  void codesAreFoundInOrderWithRepeats() {
    assertThat(
            ExactCodeScoring.codesIn(
                "On 2024-03-09 the desk changed QX-7714 to ZK-0012 (was: QX-7714), see K7Q2/B9B9;"
                    + " 12 people, room 401, since 1998."))
        .containsExactly("QX-7714", "ZK-0012", "QX-7714", "K7Q2", "B9B9");
    assertThat(ExactCodeScoring.codesIn("")).isEmpty();
  }

  @Test
  void aWordWithAnyNumberOfHyphensIsRead() {
    String endless = "A1B2-".repeat(200_000);

    assertThat(ExactCodeScoring.codesIn(endless + " K7Q2")).containsExactly("K7Q2");
    assertThat(mark(endless)).isEqualTo(AnswerMark.MALFORMED);
  }

  @ParameterizedTest
  @EnumSource(FinishReason.class)
  void everyReplyHasAMark(FinishReason finish) {
    assertThat(mark("\0\uFFFF\uD800", finish)).isNotEqualTo(AnswerMark.CORRECT);
  }

  private static AnswerMark mark(String said) {
    return mark(said, FinishReason.STOP);
  }

  private static AnswerMark mark(String said, FinishReason finish) {
    return ExactCodeScoring.mark(new Answer.Code(RIGHT), new Reply(said, finish, Usage.NONE));
  }
}
