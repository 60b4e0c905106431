package dev.carryover.models.nano;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped models as readers. */
class NanoReaderTest {
  private static final String UNKNOWN = "unknown";

  private static ReaderModel reader;

  @BeforeAll
  static void load() {
    reader = reader("nano-1");
  }

  @AfterAll
  static void close() {
    reader.close();
  }

  private static ReaderModel reader(String name) {
    return Plugins.named(ReaderProvider.class, "model", name)
        .create(Settings.NONE, ModelContext.of(2));
  }

  private static List<String> answers(ReaderModel by, List<String> passages) {
    return NanoTexts.QUESTIONS.stream()
        .map(question -> by.answer(question, passages).text())
        .toList();
  }

  private static long right(List<String> answers, List<String> codes) {
    return IntStream.range(0, codes.size())
        .filter(i -> answers.get(i).equals(codes.get(i)))
        .count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nano-1", "nano-1-tuned", "nano-2"})
  void codesAreReadByNameAndAttributeTogether(String name) {
    try (ReaderModel named = reader(name)) {
      assertThat(named.identity().name()).isEqualTo(name);
      assertThat(right(answers(named, NanoTexts.FACTS), NanoTexts.CODES)).isGreaterThanOrEqualTo(7);
    }
  }

  @Test
  void aCodeThatIsChangedInTheTextIsFollowed() {
    List<String> changed =
        NanoTexts.FACTS.stream().map(text -> text.replace("C44U", "G29V")).toList();

    assertThat(reader.answer(NanoTexts.QUESTIONS.get(2), changed).text()).isEqualTo("G29V");
  }

  @Test
  void withoutTheSentenceThatTellsItTheAnswerIsUnknown() {
    List<String> rest = NanoTexts.FACTS.stream().filter(text -> !text.contains("C44U")).toList();

    assertThat(reader.answer(NanoTexts.QUESTIONS.get(2), rest).text()).isEqualTo(UNKNOWN);
    assertThat(right(answers(reader, List.of()), NanoTexts.CODES)).isZero();
  }

  @Test
  void theSameQuestionOverTheSamePassagesGetsTheSameReply() {
    Reply first = reader.answer(NanoTexts.QUESTIONS.get(0), NanoTexts.FACTS);
    try (ReaderModel again = reader("nano-1")) {
      assertThat(again.answer(NanoTexts.QUESTIONS.get(0), NanoTexts.FACTS)).isEqualTo(first);
      assertThat(again.identity()).isEqualTo(reader.identity());
    }
  }

  @Test
  void severalThreadsGetWhatOneGets() throws Exception {
    List<String> alone = answers(reader, NanoTexts.FACTS);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<String>> calls = new ArrayList<>();
      for (int i = 0; i < 32; i++) {
        Question question = NanoTexts.QUESTIONS.get(i % 8);
        calls.add(() -> reader.answer(question, NanoTexts.FACTS).text());
      }
      List<Future<String>> together = pool.invokeAll(calls);
      for (int i = 0; i < together.size(); i++) {
        assertThat(together.get(i).get()).isEqualTo(alone.get(i % 8));
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void whatIsNotItsLanguageIsReadWithoutAnError() {
    List<String> foreign =
        List.of(
            "What is Greta Holm's badge number? It is QX7752.",
            "\u0000\u0007\u001b[31m <bos> <pad> <bos>",
            "\ud83d\ude00\ud83d \u202eesrever\u202c \ufeff",
            "a".repeat(20_000));

    for (String text : foreign) {
      assertThat(reader.answer(new Question(text), List.of(text)).text()).isNotNull();
    }
  }

  @Test
  void moreThanItsContextIsNotAnswered() {
    List<String> long1 = List.of("the badge of Baban is A22S . ".repeat(200));

    assertThatThrownBy(() -> reader.answer(NanoTexts.QUESTIONS.get(0), long1))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("nano-1");
    assertThat(reader.promptTokens(NanoTexts.QUESTIONS.get(0), long1).getAsLong())
        .isGreaterThan(reader.identity().contextLimit().orElseThrow());
  }

  @Test
  void itTakesNoSettings() {
    assertThatThrownBy(
            () ->
                Plugins.named(ReaderProvider.class, "model", "nano-2")
                    .create(Settings.of(Map.of("path", "x")), ModelContext.of(1)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("path");
  }
}
