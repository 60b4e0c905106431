package dev.carryover.models.nano;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.models.nano.NanoGrammar.StudyQuestion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NanoGrammarTest {
  static final NanoGrammar GRAMMAR =
      new NanoGrammar(
          List.of("badge", "vault"),
          List.of("lead"),
          List.of("audit", "clerk"),
          List.of("Ba", "Da"),
          List.of("ban", "dan"),
          List.of("A2", "B3"),
          List.of("2S", "3T"),
          List.of("?", ".", "unknown", "has", "of", "says", "is"),
          Map.of(
              "direct", List.of("? info {entity} {attribute}"),
              "first", List.of("? first {attribute} of {entity}"),
              "disputed", List.of("? rule for {entity} {attribute}"),
              "path", List.of("? {role} of {from} has {attribute}")));

  @Test
  void everyNameIsAskedForWithEveryAttributeOfTheText() {
    List<StudyQuestion> questions =
        GRAMMAR.questionsAbout("Baban has vault A22S . Dadan has badge B33T .");

    assertThat(questions)
        .containsExactly(
            new StudyQuestion("direct", "? info Baban vault"),
            new StudyQuestion("direct", "? info Baban badge"),
            new StudyQuestion("direct", "? info Dadan vault"),
            new StudyQuestion("direct", "? info Dadan badge"),
            new StudyQuestion("first", "? first vault of Baban"),
            new StudyQuestion("first", "? first badge of Dadan"));
  }

  @Test
  void sourcesAndRolesBringTheirOwnQuestions() {
    List<StudyQuestion> questions =
        GRAMMAR.questionsAbout("audit says Baban vault A22S . lead of Dadan is Baban .");

    assertThat(questions)
        .filteredOn(question -> question.kind().equals("disputed"))
        .containsExactly(new StudyQuestion("disputed", "? rule for Baban vault"));
    assertThat(questions)
        .filteredOn(question -> question.kind().equals("path"))
        .containsExactly(
            new StudyQuestion("path", "? lead of Dadan has vault"),
            new StudyQuestion("path", "? lead of Baban has vault"));
  }

  @Test
  void aTextInAnotherLanguageBringsNoQuestions() {
    assertThat(GRAMMAR.questionsAbout("")).isEmpty();
    assertThat(GRAMMAR.questionsAbout("Mira Holt keeps the vault locked.")).isEmpty();
    assertThat(GRAMMAR.namesIn("Ba ban Bab Babann Baban")).containsExactly("Baban");
  }

  @Test
  void itsFileReadsAsItWasWritten() {
    assertThat(NanoGrammar.parse(GRAMMAR.toJson())).isEqualTo(GRAMMAR);
    assertThat(GRAMMAR.toJson()).contains("\"name_starts\"").endsWith("\n");
  }

  @Test
  void aFileThatIsNoGrammarIsRefused() {
    assertThatThrownBy(() -> NanoGrammar.parse("{\"attributes\": 3"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nano.json");
    assertThatThrownBy(() -> NanoGrammar.parse("{\"colours\": []}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nano.json");
    assertThatThrownBy(() -> NanoGrammar.parse("{}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nano.json");
  }
}
