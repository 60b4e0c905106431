package dev.carryover.migrations.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.migrations.file.Candidates.Candidate;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A migration file that lists candidates. */
class CandidatesTest {
  private static final String FILE =
      """
      name: pick
      histories: synthetic:nano
      formats: [rag]
      old: {model: one, embedder: e1}
      candidates:
        - {name: first, model: two, embedder: e1}
        - {name: second, writer: one, reader: three, embedder: e1}
        - {name: third, model: one, embedder: e2}
      """;

  @Test
  void eachCandidateIsAnUpgradeOfItsOwn() {
    Candidates candidates = read(FILE);

    assertThat(candidates.list())
        .extracting(Candidate::name)
        .containsExactly("first", "second", "third");
    assertThat(candidates.named("first").next().reader()).isEqualTo("two");
    assertThat(candidates.named("second").next().writer()).isEqualTo("one");
    assertThat(candidates.named("second").next().reader()).isEqualTo("three");
    assertThat(candidates.named("third").next().embedder()).isEqualTo("e2");
    assertThat(candidates.list())
        .allSatisfy(candidate -> assertThat(candidate.migration().old().reader()).isEqualTo("one"));
    assertThat(candidates.askOld()).isFalse();
    assertThat(read(FILE + "ask_old: true\n").askOld()).isTrue();
  }

  @Test
  void aPlaceIsTheCandidatesOwn() {
    Candidates candidates = read(FILE);

    assertThat(candidates.named("first").place("new.reader")).contains("6");
    assertThat(candidates.named("third").place("new.embedder")).contains("8");
    assertThat(candidates.named("third").place("new.writer")).contains("8");
  }

  @Test
  void aPlainUpgradeIsTheOnlyCandidate() {
    Candidates candidates =
        read("name: x\nhistories: h\nformats: [rag]\nold: {embedder: a}\nnew: {embedder: b}\n");

    assertThat(candidates.list()).hasSize(1);
    assertThat(candidates.named("new").next().embedder()).isEqualTo("b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: first, | '' | a candidate has no name",
        "name: first | name: ../first | use letters, digits",
        "name: second | name: FIRST | another candidate has this name",
        "model: two | modell: two | unknown key 'modell'",
        "model: two | model: one | old and new are the same",
        "model: two, embedder: e1 | model: two, embedder: e2 | combined: true",
        "model: two, embedder: e1 | model: two | has no embedder",
      })
  void whatIsWrongIsNamedWithItsLine(String was, String is, String message) {
    assertThatThrownBy(() -> read(FILE.replaceFirst(was, is)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("up.yaml");
  }

  @Test
  void anEmptyListAndTwoWaysAreRefused() {
    String empty = FILE.substring(0, FILE.indexOf("candidates:")) + "candidates: []\n";

    assertThatThrownBy(() -> read(empty)).hasMessageContaining("empty list");
    assertThatThrownBy(() -> read(FILE + "new: {model: two}\n"))
        .hasMessageContaining("both 'new' and 'candidates'");
    assertThatThrownBy(() -> read("name: x\nold: {embedder: a}\n"))
        .hasMessageContaining("'new' is missing");
  }

  @Test
  void whoeverWantsOneUpgradeIsToldToNameIt() {
    assertThatThrownBy(
            () ->
                MigrationFileReader.read(
                    "up.yaml", FILE.getBytes(StandardCharsets.UTF_8), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("--candidate");
  }

  private static Candidates read(String yaml) {
    return MigrationFileReader.candidates(
        "up.yaml", yaml.getBytes(StandardCharsets.UTF_8), Map.of());
  }
}
