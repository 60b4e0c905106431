package dev.carryover.core.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.carryover.core.Question;
import dev.carryover.core.spi.ReaderModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * What every reader of code questions must do, whatever it is made of: extend this class and give
 * it one. The texts are plain English, with one fact a sentence.
 */
public abstract class ReaderContract {
  private static final String REFUSAL = "unknown";
  private static final Question ASKED = new Question("What is Greta Holm's badge number?");
  private static final List<String> TOLD =
      List.of(
          "Olaf Brand's badge number is QX4410.",
          "Greta Holm's badge number is QX7752.",
          "Greta Holm's locker number is LK1208.");

  /** A reader to test, ready to answer. */
  protected abstract ReaderModel reader();

  private String answer(Question question, List<String> passages) {
    return reader().answer(question, passages).text();
  }

  @Test
  void theAnswerIsTheCodeAndNothingElse() {
    assertThat(answer(ASKED, TOLD)).isEqualTo("QX7752");
  }

  @Test
  void aCodeThatIsChangedInTheTextIsFollowed() {
    List<String> changed = TOLD.stream().map(text -> text.replace("QX7752", "ZB9963")).toList();

    assertThat(answer(ASKED, changed)).isEqualTo("ZB9963");
  }

  @Test
  void withoutTheSentenceThatTellsItTheAnswerIsUnknown() {
    List<String> rest = TOLD.stream().filter(text -> !text.contains("QX7752")).toList();

    assertThat(answer(ASKED, rest)).isEqualTo(REFUSAL);
  }

  @Test
  void withoutPassagesTheAnswerIsUnknown() {
    assertThat(answer(ASKED, List.of())).isEqualTo(REFUSAL);
    assertThat(answer(ASKED, List.of("", "  \n\t"))).isEqualTo(REFUSAL);
  }

  @Test
  void theSameQuestionOverTheSamePassagesGetsTheSameReply() {
    assertThat(reader().answer(ASKED, TOLD)).isEqualTo(reader().answer(ASKED, TOLD));
  }

  @Test
  void theIdentityStaysTheSame() {
    assertThat(reader().identity()).isEqualTo(reader().identity());
    assertThat(reader().identity().name()).isNotBlank();
  }

  @Test
  void theOrderOfPassagesThatStateTheirDatesDoesNotMatter() {
    List<String> dated =
        new ArrayList<>(
            List.of(
                "On 3 March 2024, the gate code of the depot was 4410.",
                "On 9 August 2024, the gate code of the depot changed to 7733.",
                "On 5 May 2024, the gate code of the depot changed to 5522."));
    Question now = new Question("What is the current gate code of the depot?");
    for (int turn = 0; turn < dated.size(); turn++) {
      Collections.rotate(dated, 1);
      assertThat(answer(now, dated)).as("order %s", dated).isEqualTo("7733");
    }
  }

  @Test
  void severalThreadsGetWhatOneGets() throws Exception {
    ReaderModel shared = reader();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<String>> calls = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        int code = 1000 + i;
        List<String> own = List.of("Note " + i + ".", "The vault code is VC" + code + ".");
        calls.add(() -> shared.answer(new Question("What is the vault code?"), own).text());
      }
      List<Future<String>> replies = pool.invokeAll(calls);
      for (int i = 0; i < replies.size(); i++) {
        assertThat(replies.get(i).get()).isEqualTo("VC" + (1000 + i));
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void hostileTextIsReadWithoutAnError() {
    List<String> hostile =
        List.of(
            "\u0000\u0007\u001b[31m",
            "((((((\"\"''''[[[[::::----....????",
            "\ud83d\ude00\ud83d \u202eesrever\u202c \ufeff",
            "'s 's 's of of of the the the",
            "[9999-99-99T99:99] : : :",
            "a".repeat(100_000),
            "A1B2-".repeat(20_000),
            "On 31 February 2024 the code was 99 March 12345 until until.");
    assertThatCode(() -> reader().answer(ASKED, hostile)).doesNotThrowAnyException();
    assertThatCode(() -> reader().answer(new Question("? ' \" 's of"), TOLD))
        .doesNotThrowAnyException();
    assertThatCode(() -> reader().answer(new Question("x".repeat(10_000)), TOLD))
        .doesNotThrowAnyException();
  }

  @Test
  void onePassageOfAMegabyteIsRead() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; text.length() < 1 << 20; i++) {
      text.append("Person").append(i).append(" was seen near hall ").append(i % 9).append(".\n");
      if (i == 5000) {
        text.append(TOLD.get(1)).append('\n');
      }
    }

    assertThat(answer(ASKED, List.of(text.toString()))).isEqualTo("QX7752");
  }

  @Test
  void aMegabyteWithoutASentenceEndIsRead() {
    String text = "Some said Greta Holm has QX7752 and ".repeat(30_000);

    assertTimeoutPreemptively(
        Duration.ofSeconds(90), () -> answer(ASKED, List.of(text)), "a megabyte in one sentence");
  }

  @Test
  void thePassagesAreLeftAsTheyAre() {
    List<String> passages = new ArrayList<>(TOLD);

    answer(ASKED, passages);

    assertThat(passages).isEqualTo(TOLD);
  }
}
