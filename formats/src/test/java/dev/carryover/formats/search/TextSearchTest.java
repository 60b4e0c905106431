package dev.carryover.formats.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextSearchTest {
  private static final List<String> TEXTS =
      List.of(
          "The ferry leaves at six.",
          "Ticket QX-4821 was closed by Omar.",
          "She walks her dogs in the park.",
          "The ferries were late, and the ferry crew was tired.");

  @TempDir private Path folder;

  @Test
  void wordsAreFoundInTheirForms() {
    try (KeywordIndex index = words()) {
      List<List<Hit>> found =
          index.search(List.of("who closed QX-4821?", "walking a dog", "ferry ferry"), 4);

      assertThat(found.get(0)).extracting(Hit::item).first().isEqualTo(1);
      assertThat(found.get(1)).extracting(Hit::item).containsExactly(2);
      assertThat(found.get(2)).extracting(Hit::item).containsExactlyInAnyOrder(0, 3);
    }
  }

  @Test
  void aQuestionIsWordsAndNoQueryLanguage() {
    try (KeywordIndex index = words()) {
      assertThat(index.search(List.of("ferry AND (NOT \"", "*:* -dog", "the of"), 4))
          .satisfiesExactly(
              found -> assertThat(found).extracting(Hit::item).contains(0),
              found -> assertThat(found).extracting(Hit::item).containsExactly(2),
              found -> assertThat(found).isEmpty());
    }
  }

  @Test
  void aVeryLongQuestionIsAnswered() {
    StringBuilder question = new StringBuilder("ferry");
    for (int i = 0; i < 5_000; i++) {
      question.append(" word").append(i);
    }
    try (KeywordIndex index = words()) {
      assertThat(index.search(List.of(question.toString()), 4).get(0)).hasSize(2);
    }
  }

  @Test
  void equalTextsRankInTheirOrder() {
    IndexHome home = new IndexHome(folder.resolve("equal"), "content equal");
    try (KeywordIndex index = KeywordIndex.open(Collections.nCopies(30, "one ferry"), home)) {
      assertThat(index.search(List.of("ferry"), 5).get(0))
          .extracting(Hit::item)
          .containsExactly(0, 1, 2, 3, 4);
    }
  }

  @Test
  void fusionAddsReciprocalRanks() {
    TextSearch first = fixed(List.of(new Hit(5, 0.9), new Hit(1, 0.8), new Hit(2, 0.7)));
    TextSearch second = fixed(List.of(new Hit(1, 12), new Hit(9, 11)));

    List<Hit> fused = new FusedSearch(first, second, 10).search(List.of("q"), 3).get(0);

    assertThat(fused)
        .containsExactly(
            new Hit(1, 1.0 / 62 + 1.0 / 61), new Hit(5, 1.0 / 61), new Hit(9, 1.0 / 62));
  }

  @Test
  void fusionLooksDeeperThanItReturns() {
    TextSearch first = fixed(List.of(new Hit(0, 3), new Hit(1, 2), new Hit(2, 1)));
    TextSearch second = fixed(List.of(new Hit(7, 3), new Hit(8, 2), new Hit(2, 1)));

    assertThat(new FusedSearch(first, second, 3).search(List.of("q"), 1).get(0))
        .extracting(Hit::item)
        .containsExactly(2);
  }

  private KeywordIndex words() {
    return KeywordIndex.open(TEXTS, new IndexHome(folder.resolve("index"), "content a"));
  }

  private static TextSearch fixed(List<Hit> ranking) {
    return (questions, k) -> List.of(ranking.subList(0, Math.min(k, ranking.size())));
  }
}
