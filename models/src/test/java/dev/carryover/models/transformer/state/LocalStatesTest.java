package dev.carryover.models.transformer.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.IncompatibleStateException;
import dev.carryover.core.spi.StatefulModel.Kept;
import dev.carryover.core.spi.StatefulModel.Study;
import dev.carryover.core.spi.StopException;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.TinyModels;
import dev.carryover.models.transformer.Transformer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStatesTest {
  private static final List<String> PASSAGES = List.of("w9 w14 w60", "w31 w5 w8 w22");
  private static final Question ASKED = new Question("w7 w14");

  private static Transformer model;
  private static PromptedTransformer prompted;
  private static LocalStates states;

  @TempDir private Path folder;

  @BeforeAll
  static void load() {
    model = TinyModels.load("tiny-qwen2");
    prompted = new PromptedTransformer(model, TinyPrompt.USUAL);
    states = new LocalStates(prompted, Optional.empty());
  }

  @AfterAll
  static void close() {
    model.close();
  }

  @Test
  void aKeptCacheAnswersToTheBitAsTheModelThatJustReadThePassages() {
    states.prefill(PASSAGES, folder);

    try (OpenState open = states.open(folder, Foreign.REFUSE);
        KvCache fresh = prompted.read(PASSAGES)) {
      assertThat(open.answer(ASKED)).isEqualTo(prompted.answer(fresh, ASKED));
      assertThat(open.firstToken(ASKED)).isEqualTo(prompted.firstToken(fresh, ASKED));
      assertThat(open.computedFor()).isEqualTo(model.identity());
    }
  }

  @Test
  void nothingThatIsAskedStaysInTheState() {
    states.prefill(PASSAGES, folder);

    try (OpenState open = states.open(folder, Foreign.REFUSE)) {
      Reply alone = open.answer(ASKED);
      open.answer(new Question("w50 w51 w52"));
      open.firstToken(new Question("w53"));
      assertThat(open.answer(ASKED)).isEqualTo(alone);
    }
  }

  @Test
  void theAnswerDependsOnWhatWasRead() {
    states.prefill(List.of("w40 w41"), folder);

    try (OpenState open = states.open(folder, Foreign.REFUSE);
        KvCache other = prompted.read(PASSAGES)) {
      assertThat(open.firstToken(ASKED)).isNotEqualTo(prompted.firstToken(other, ASKED));
    }
  }

  @Test
  void theFirstTokensProbabilitiesAreOneTogether() {
    states.prefill(PASSAGES, folder);

    try (OpenState open = states.open(folder, Foreign.REFUSE)) {
      float[] first = open.firstToken(ASKED);
      assertThat(first).hasSize(64);
      assertThat(IntStream.range(0, first.length).mapToDouble(i -> Math.exp(first[i])).sum())
          .isCloseTo(1, within(1e-5));
    }
  }

  @Test
  void whatWasKeptIsCounted() {
    Kept kept = states.prefill(PASSAGES, folder);

    // <bos>, seven words, one full stop between the passages
    assertThat(kept.positions()).isEqualTo(9);
    assertThat(kept.usage()).isEqualTo(new Usage(9, 0));
    assertThat(kept.bytes()).isEqualTo(folder.resolve("cache.safetensors").toFile().length());
    try (OpenState open = states.open(folder, Foreign.REFUSE)) {
      assertThat(open.answer(ASKED).usage()).isEqualTo(new Usage(2, 5));
    }
  }

  @Test
  void nothingReadIsAStateToo() {
    states.prefill(List.of(), folder);

    try (OpenState open = states.open(folder, Foreign.REFUSE)) {
      assertThat(open.answer(ASKED).text()).isNotBlank();
    }
  }

  @Test
  void severalThreadsGetWhatOneGets() throws Exception {
    states.prefill(PASSAGES, folder);
    List<Question> questions =
        IntStream.range(4, 60).mapToObj(i -> new Question("w" + i + " w7")).toList();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try (OpenState open = states.open(folder, Foreign.REFUSE)) {
      List<Reply> alone = questions.stream().map(open::answer).toList();
      List<Callable<Reply>> calls = new ArrayList<>();
      questions.forEach(question -> calls.add(() -> open.answer(question)));
      List<Future<Reply>> together = pool.invokeAll(calls);
      for (int i = 0; i < alone.size(); i++) {
        assertThat(together.get(i).get()).isEqualTo(alone.get(i));
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void questionsSideBySideAreAnsweredAsAlone() {
    List<Question> questions = List.of(ASKED, new Question("w50"), new Question("w4 w5 w6"));

    try (KvCache cache = prompted.read(PASSAGES)) {
      assertThat(prompted.answers(cache, questions))
          .isEqualTo(questions.stream().map(each -> prompted.answer(cache, each)).toList());
      assertThat(prompted.answers(cache, List.of())).isEmpty();
    }
  }

  @Test
  void aStateOfAnotherModelAnswersOnlyOnPurposeAndNotTheSame() {
    states.prefill(PASSAGES, folder);
    try (Transformer other = TinyModels.load("tiny-llama")) {
      LocalStates foreign =
          new LocalStates(new PromptedTransformer(other, TinyPrompt.USUAL), Optional.empty());

      assertThatThrownBy(() -> foreign.open(folder, Foreign.REFUSE))
          .isInstanceOf(IncompatibleStateException.class);
      try (OpenState forced = foreign.open(folder, Foreign.USE);
          OpenState own = states.open(folder, Foreign.REFUSE)) {
        assertThat(forced.computedFor()).isEqualTo(model.identity());
        assertThat(forced.firstToken(ASKED)).isNotEqualTo(own.firstToken(ASKED));
      }
    }
  }

  @Test
  void aStateMadeUnderAnotherPromptIsRefused() {
    LocalStates otherwise =
        new LocalStates(
            new PromptedTransformer(model, new TinyPrompt("another", 5)), Optional.empty());
    otherwise.prefill(PASSAGES, folder);

    assertThatThrownBy(() -> states.open(folder, Foreign.REFUSE))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContainingAll("another", "usual");
    states.open(folder, Foreign.USE).close();
  }

  @Test
  void aTextLongerThanTheContextIsNotRead() {
    assertThatThrownBy(() -> states.prefill(Collections.nCopies(200, "w9"), folder))
        .isInstanceOf(StopException.class)
        .hasMessageContaining("128");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aQuestionThatDoesNotFitAnyMoreIsNotAnswered() {
    states.prefill(Collections.nCopies(60, "w9"), folder);
    Question tooLong = new Question("w5 ".repeat(20));

    try (OpenState open = states.open(folder, Foreign.REFUSE)) {
      assertThatThrownBy(() -> open.answer(tooLong)).isInstanceOf(ServiceException.class);
    }
  }

  @Test
  void withoutATrainerNothingIsTrained() {
    assertThatThrownBy(
            () -> states.train(PASSAGES, new Study(4, 1, 1, 1, Optional.empty()), folder))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("tiny-qwen2");
  }
}
