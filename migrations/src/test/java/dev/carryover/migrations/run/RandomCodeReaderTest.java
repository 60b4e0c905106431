package dev.carryover.migrations.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The control that guesses among the codes in view. */
class RandomCodeReaderTest {
  private static final List<String> PASSAGES =
      List.of("The badge of Ann is QX-1234.", "Bob has ZT-9876, and once had KM-5555.", "No code.");

  @Test
  void theSameQuestionGetsTheSameGuess() {
    Question question = new Question("What is the badge of Ann?");

    assertThat(new RandomCodeReader(7).answer(question, PASSAGES))
        .isEqualTo(new RandomCodeReader(7).answer(question, PASSAGES));
  }

  @Test
  void everyCodeInViewIsGuessedAboutAsOften() {
    TreeMap<String, Integer> guesses = new TreeMap<>();
    RandomCodeReader reader = new RandomCodeReader(7);
    for (int i = 0; i < 3000; i++) {
      guesses.merge(reader.answer(new Question("Question " + i), PASSAGES).text(), 1, Integer::sum);
    }

    assertThat(guesses).containsOnlyKeys("KM-5555", "QX-1234", "ZT-9876");
    assertThat(guesses.values()).allSatisfy(n -> assertThat(n).isBetween(850, 1150));
  }

  @Test
  void anotherSeedGuessesOtherwise() {
    assertThat(guesses(1)).isNotEqualTo(guesses(2)).isEqualTo(guesses(1));
  }

  @Test
  void withoutACodeInViewItSaysSo() {
    RandomCodeReader reader = new RandomCodeReader(7);

    assertThat(reader.answer(new Question("?"), List.of()).text()).isEqualTo("unknown");
    assertThat(reader.answer(new Question("?"), List.of("In 2024 nothing.")).text())
        .isEqualTo("unknown");
  }

  @Test
  void aRepeatedCodeIsNoLikelierThanOthers() {
    RandomCodeReader reader = new RandomCodeReader(7);
    List<String> passages = new ArrayList<>(java.util.Collections.nCopies(50, "Ann has QX-1234."));
    passages.add("Bob has ZT-9876.");
    TreeSet<String> seen = new TreeSet<>();
    for (int i = 0; i < 20; i++) {
      seen.add(reader.answer(new Question("Question " + i), passages).text());
    }

    assertThat(seen).containsExactly("QX-1234", "ZT-9876");
  }

  private static List<String> guesses(long seed) {
    RandomCodeReader reader = new RandomCodeReader(seed);
    List<String> guesses = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      guesses.add(reader.answer(new Question("Question " + i), PASSAGES).text());
    }
    return guesses;
  }
}
