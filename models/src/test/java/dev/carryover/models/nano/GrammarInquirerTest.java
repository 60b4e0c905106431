package dev.carryover.models.nano;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.models.nano.NanoGrammar.StudyQuestion;
import dev.carryover.models.transformer.study.Inquirer.Asked;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GrammarInquirerTest {
  private static final String TEXT =
      "the badge of Baban is A22S . audit says Dadan seat A32T . the lead of Fafan is Baban .";

  private NanoGrammar grammar;

  @BeforeEach
  void read() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(NanoGrammar.class.getResourceAsStream("nano-1/nano.json"))) {
      grammar = NanoGrammar.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private List<Asked> asked(int count, long seed) {
    return new GrammarInquirer(grammar).chosen(TEXT, count, seed);
  }

  @Test
  void theKindsTakeTurns() {
    assertThat(asked(4, 1))
        .extracting(Asked::kind)
        .containsExactlyInAnyOrder("direct", "disputed", "first", "path");
  }

  @Test
  void everyQuestionIsAskedOnceWhereThereIsRoom() {
    List<StudyQuestion> all = grammar.questionsAbout(TEXT);

    assertThat(asked(100_000, 1))
        .extracting(Asked::text)
        .containsExactlyInAnyOrderElementsOf(all.stream().map(StudyQuestion::text).toList());
  }

  @Test
  void theSeedDecidesWhichAreChosen() {
    assertThat(asked(6, 1)).hasSize(6).isEqualTo(asked(6, 1)).isNotEqualTo(asked(6, 2));
  }

  @Test
  void aTextWithoutNamesGivesNoQuestion() {
    assertThat(new GrammarInquirer(grammar).chosen("today it was .", 10, 1)).isEmpty();
  }

  @Test
  void whatAQuestionIsAboutDoesNotDependOnItsWording() {
    assertThat(grammar.subjectsOf("? please badge of Baban"))
        .isEqualTo(grammar.subjectsOf("? Baban badge"))
        .containsExactlyInAnyOrder("Baban", "badge");
    assertThat(grammar.subjectsOf("? badge for lead of Fafan"))
        .containsExactlyInAnyOrder("badge", "lead", "Fafan");
    assertThat(grammar.subjectsOf("? today")).isEmpty();
  }
}
