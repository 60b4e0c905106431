package dev.carryover.models.transformer.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OverlapTest {
  private static final List<Conversation> STUDIED =
      List.of(
          new Conversation("direct", "? info Baban badge", "A22S"),
          new Conversation("direct", "? please  BADGE of Baban", "A22S"),
          new Conversation("direct", "? info Dadan badge", "unknown"),
          new Conversation("direct", "? info", "unknown"));

  private static Set<String> names(String question) {
    Set<String> names = new TreeSet<>(List.of(question.split(" ")));
    names.retainAll(Set.of("Baban", "Dadan", "badge", "seat"));
    return names;
  }

  @Test
  void wordingsAndFactsAreCountedApart() {
    Overlap overlap =
        Overlap.of(STUDIED, List.of("? Baban badge", "? Dadan seat"), OverlapTest::names);

    assertThat(overlap).isEqualTo(new Overlap(4, 0, 1));
  }

  @Test
  void aQuestionOfTheEvaluationIsFoundWhateverItsCaseAndSpace() {
    Overlap overlap = Overlap.of(STUDIED, List.of("? please badge of baban "), OverlapTest::names);

    assertThat(overlap.sameWording()).isEqualTo(1);
  }

  @Test
  void nothingStudiedSharesNothing() {
    assertThat(Overlap.of(List.of(), List.of("? Baban badge"), OverlapTest::names))
        .isEqualTo(new Overlap(0, 0, 0));
  }
}
