package dev.carryover.models.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Question;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ExtractiveReaderTest {
  private final ReaderModel reader = new ExtractiveReader();

  private String ask(String question, String... passages) {
    return reader.answer(new Question(question), List.of(passages)).text();
  }

  @Test
  void isFoundByItsName() {
    ReaderProvider provider = Plugins.named(ReaderProvider.class, "reader", "extractive-1");

    assertThat(provider.create(Settings.NONE, ModelContext.of(1)).identity().name())
        .isEqualTo("extractive-1");
  }

  @Test
  void refusesASettingThatItDoesNotKnow() {
    ReaderProvider provider = new ExtractiveReaderProvider();

    assertThatThrownBy(() -> provider.create(Settings.of(Map.of("beam", "4")), ModelContext.of(1)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("beam");
  }

  @Nested
  final class WhoseAndWhich {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "Nora Beck's library card is LB-4471.",
          "The library card of Nora Beck is LB-4471.",
          "LB-4471 is Nora Beck's library card.",
          "Nora Beck was handed library card LB-4471.",
          "For Nora Beck we have library card LB-4471.",
          "Library card LB-4471 belongs to Nora Beck."
        })
    void aPossessiveAPassiveAndAnApposition(String sentence) {
      assertThat(
              ask(
                  "What is Nora Beck's library card?",
                  sentence,
                  "Ida Beck's library card is X-900."))
          .isEqualTo("LB-4471");
    }

    @Test
    void twoCodesInOneSentenceKeepTheirOwners() {
      String text = "Nora has badge B-100 and Piet has badge B-200.";

      assertThat(ask("What is Nora's badge?", text)).isEqualTo("B-100");
      assertThat(ask("What is Piet's badge?", text)).isEqualTo("B-200");
    }

    @Test
    void whoSaysItIsNotWhoseItIs() {
      String text = "Piet says that Nora's badge is B-100.";

      assertThat(ask("What is Nora's badge?", text)).isEqualTo("B-100");
    }

    @Test
    void aSharedFirstNameIsNotTheSamePerson() {
      assertThat(ask("What is Nora Beck's badge?", "Nora Lind's badge is B-100."))
          .isEqualTo("unknown");
    }

    @Test
    void anotherKindOfCodeIsNoAnswer() {
      assertThat(ask("What is Nora's badge number?", "Nora's locker number is L-100."))
          .isEqualTo("unknown");
    }

    @Test
    void speakersInTheFirstPersonOwnWhatTheyTell() {
      assertThat(ask("What is Nora's badge?", "Nora: my badge is B-100, by the way."))
          .isEqualTo("B-100");
    }
  }

  @Nested
  final class OtherNames {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "Nora Beck is also known as Wren.",
          "Wren is short for Nora Beck.",
          "Everybody calls Nora Beck Wren.",
          "If you hear Wren, that is Nora Beck.",
          "Nora Beck (formerly Wren) joined us.",
          "By \"Wren\" we mean Nora Beck."
        })
    void anAliasStandsForItsBearer(String alias) {
      assertThat(
              ask(
                  "What is Nora Beck's badge?",
                  alias,
                  "Wren's badge is B-100.",
                  "Ida's badge is B-200."))
          .isEqualTo("B-100");
      assertThat(
              ask(
                  "What is Wren's badge?",
                  alias,
                  "Nora Beck's badge is B-100.",
                  "Ida's badge is B-200."))
          .isEqualTo("B-100");
    }

    @Test
    void withoutTheStatementTheAliasMeansNobody() {
      assertThat(ask("What is Wren's badge?", "Nora Beck's badge is B-100.")).isEqualTo("unknown");
    }
  }

  @Nested
  final class Discourse {
    @Test
    void aPronounStandsForTheNameBefore() {
      assertThat(
              ask(
                  "What is Nora's desk?",
                  "Nora came back. Her desk is D-114. Piet's desk is D-120."))
          .isEqualTo("D-114");
    }

    @Test
    void aBareReplyAnswersTheQuestionBefore() {
      assertThat(
              ask(
                  "What is the code of the cellar?",
                  "Piet: what's the code of the cellar?\nIda: 4471"))
          .isEqualTo("4471");
    }
  }

  @Nested
  final class Time {
    private static final String[] VALUES = {
      "In the beginning the pier code was 1100.",
      "On 3 May 2023 the pier code became 2200.",
      "As of 9 July 2023 the pier code is 3300."
    };

    @ParameterizedTest
    @CsvSource({
      "What is the pier code now?,3300",
      "What was the pier code on 1 June 2023?,2200",
      "What was the pier code before 9 July 2023?,2200",
      "What was the first pier code after 10 May 2023?,3300"
    })
    void theValueInForceIsPicked(String question, String answer) {
      assertThat(ask(question, VALUES)).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource({
      "The pier code used to be 1100; now it is 2200.,2200",
      "The pier code was changed from 1100 to 2200.,2200",
      "The pier code 1100 is no longer valid; use 2200.,2200",
      "The pier code is not 1100 but 2200.,2200",
      "'The new pier code, 2200, replaces 1100.',2200",
      "They might change the pier code to 1100 but it stays 2200 for now.,2200"
    })
    void oneSentenceTellsOldFromNew(String text, String answer) {
      assertThat(ask("What is the pier code?", text)).isEqualTo(answer);
    }

    @Test
    void aHappeningDatesAQuestion() {
      String[] texts = {
        "The regatta was held on 5 June 2023.",
        "From 1 May 2023 on, the pier code is 1100.",
        "From 1 July 2023 on, the pier code is 2200."
      };
      assertThat(ask("What was the pier code before the regatta?", texts)).isEqualTo("1100");
      assertThat(ask("What was the pier code after the regatta?", texts)).isEqualTo("2200");
      assertThat(ask("What was the pier code before the flood?", texts)).isEqualTo("unknown");
    }

    @Test
    void aLineOfTimeDatesWhatFollows() {
      String later = "[2023-08-02T10:00]\nIda: the pier code is 2200.";
      String earlier = "[2023-05-02T10:00]\nIda: the pier code is 1100.";

      assertThat(ask("What is the pier code?", later, earlier)).isEqualTo("2200");
    }
  }

  @Nested
  final class Precedence {
    private static final String CHART = "The chart gives the buoy's number as N-1.";
    private static final String LOG = "According to the log, the buoy's number is N-2.";
    private static final String ASKED = "By our rule, what is the buoy's number?";

    @ParameterizedTest
    @CsvSource({
      "'If they differ, trust the log.',N-2",
      "The chart takes precedence over the log.,N-1",
      "Never rely on the chart when records conflict.,N-2",
      "'In case of conflict, the chart is right.',N-1",
      "The log overrules the chart.,N-2",
      "Ignore the log if there is a conflict.,N-1"
    })
    void theStatedRuleDecides(String rule, String answer) {
      assertThat(
              ask(
                  ASKED.replace("N-", "N-"),
                  CHART.replace("N-", "NN-10"),
                  LOG.replace("N-", "NN-10"),
                  rule))
          .isEqualTo(answer.replace("N-", "NN-10"));
    }

    @Test
    void withoutARuleAQuestionByTheRuleIsNotAnswered() {
      assertThat(ask(ASKED, "The chart gives the buoy's number as NN-101.")).isEqualTo("unknown");
    }
  }

  @Nested
  final class Relations {
    @Test
    void aChainOfThreeSentencesIsFollowed() {
      String[] texts = {
        "The Heron wing was designed by Studio Vale.",
        "Studio Vale is led by Nora Beck.",
        "Nora Beck's badge is B-100.",
        "Ida's badge is B-200."
      };
      String question =
          "What is the badge of the person who leads the studio that designed the Heron wing?";

      assertThat(ask(question, texts)).isEqualTo("B-100");
      assertThat(ask(question, texts[0], texts[2], texts[3])).isEqualTo("unknown");
    }

    @Test
    void whoDoesItIsNotWhoItIsDoneTo() {
      String[] texts = {
        "Nora mentors Piet.",
        "Nora's badge is B-100.",
        "Piet's badge is B-200.",
        "Piet mentors Ida.",
        "Ida's badge is B-300."
      };
      assertThat(ask("What is the badge of the person who mentors Piet?", texts))
          .isEqualTo("B-100");
      assertThat(ask("What is the badge of the person that Piet mentors?", texts))
          .isEqualTo("B-300");
    }

    @Test
    void aConverseTellsTheSameRelation() {
      assertThat(
              ask(
                  "What is the badge of Ida's boss?",
                  "Ida reports to Nora.",
                  "Nora's badge is B-100."))
          .isEqualTo("B-100");
    }

    @Test
    void beingNamedTogetherIsNoRelation() {
      assertThat(
              ask(
                  "What is the badge of Ida's boss?",
                  "Ida had lunch with Nora.",
                  "Nora's badge is B-100."))
          .isEqualTo("unknown");
    }
  }

  @Test
  void datesMeasuresAndCodesInTheQuestionAreNoAnswers() {
    assertThat(ask("What is the code of crate KX-77?", "Crate KX-77 came in 2023, weighs 1500 kg."))
        .isEqualTo("unknown");
    assertThat(ask("What is the code of the crate?", "The crate came on 2023-04-05 at 10:45."))
        .isEqualTo("unknown");
  }
}
