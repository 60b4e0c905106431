package dev.carryover.models.transformer.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.carryover.core.Usage;
import dev.carryover.models.transformer.study.Lesson.Target;
import dev.carryover.models.transformer.study.SelfStudy.Studied;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CovisibleTest {
  private static final Target TARGET = new Target(new int[] {1}, new float[] {1});

  /** So many conversations about a text, of 5 to 8 tokens. */
  private static Studied about(String text, int conversations) {
    List<Conversation> said = new ArrayList<>();
    List<Lesson> lessons = new ArrayList<>();
    for (int i = 0; i < conversations; i++) {
      said.add(new Conversation("direct", "? " + text + " " + i, "K1"));
      lessons.add(new Lesson(new int[5 + i % 4], 3, List.of(TARGET)));
    }
    return new Studied(said, lessons, new Usage(conversations, 1));
  }

  private static Studied mixed(int others, double share, long seed) {
    List<List<String>> texts = new ArrayList<>();
    List<Studied> about = new ArrayList<>();
    for (int i = 0; i < others; i++) {
      texts.add(List.of("text " + i));
      about.add(about("other" + i, 40));
    }
    return new Covisible(texts, share).mixed(about("own", 40), about, seed);
  }

  private static int tokens(Studied studied) {
    return studied.lessons().stream().mapToInt(lesson -> lesson.tokens().length).sum();
  }

  private static long about(Studied studied, String text) {
    return questions(studied).filter(question -> question.contains(text)).count();
  }

  private static Stream<String> questions(Studied studied) {
    return studied.conversations().stream().map(Conversation::question);
  }

  @Test
  void fewAndManyOtherTextsGetTheSameTokensInPlaceOfTheOwn() {
    int alone = tokens(about("own", 40));
    for (int others : new int[] {1, 2, 7}) {
      Studied mixed = mixed(others, 0.3, 5);
      assertThat(about(mixed, "own")).isEqualTo(28);
      assertThat(tokens(mixed)).isBetween(alone - 5, alone);
      assertThat(mixed.lessons()).hasSameSizeAs(mixed.conversations());
    }
  }

  @Test
  void theOtherTextsTakeTurns() {
    Studied mixed = mixed(3, 0.3, 5);
    assertThat(Stream.of("other0", "other1", "other2").map(text -> about(mixed, text)))
        .allSatisfy(count -> assertThat(count).isBetween(3L, 5L));
    assertThat(questions(mixed)).doesNotHaveDuplicates();
  }

  @Test
  void whatWasReadAboutTheOthersIsCounted() {
    assertThat(mixed(2, 0.3, 5).usage()).isEqualTo(new Usage(120, 3));
  }

  @Test
  void theSeedDecidesWhichConversationsStay() {
    assertThat(mixed(2, 0.3, 5).conversations()).isEqualTo(mixed(2, 0.3, 5).conversations());
    assertThat(mixed(2, 0.3, 6).conversations()).isNotEqualTo(mixed(2, 0.3, 5).conversations());
  }

  @Test
  void withoutOthersNothingChanges() {
    Studied own = about("own", 4);
    assertThat(Covisible.NONE.mixed(own, List.of(), 1)).isSameAs(own);
  }

  @Test
  void aShareIsAShare() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Covisible(List.of(), 1.5));
  }
}
