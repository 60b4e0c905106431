package dev.carryover.models.service;

import static dev.carryover.models.service.Served.DECODING;
import static dev.carryover.models.service.Served.PROMPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.AnswerCache;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Decoding;
import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StopException;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers are paid for once, and never read under another model, prompt, decoding or repeat. */
final class CachedModelTest {
  private final LoopbackModelServer server =
      LoopbackModelServer.open(LoopbackService.of(Kind.VLLM));
  private final Map<String, Reply> kept = new TreeMap<>();
  private final List<String> bill = new ArrayList<>();

  private final AnswerCache answers =
      new AnswerCache() {
        @Override
        public Optional<Reply> find(String key) {
          return Optional.ofNullable(kept.get(key));
        }

        @Override
        public void keep(String key, Reply reply) {
          kept.put(key, reply);
        }
      };

  private final CallBudget budget =
      new CallBudget() {
        @Override
        public void reserve(Usage most) {
          bill.add("reserve " + most.tokensIn() + "+" + most.tokensOut());
        }

        @Override
        public void settle(Usage reserved, Usage spent) {
          bill.add("settle " + spent.tokensIn() + "+" + spent.tokensOut());
        }

        @Override
        public void cached() {
          bill.add("cached");
        }
      };

  @AfterEach
  void stop() {
    server.close();
  }

  private LanguageModel model(String... settings) {
    return Served.openAi(server, Served.context(answers, budget), settings);
  }

  private int chats() {
    return server.requests("/v1/chat/completions").size();
  }

  @Test
  void aSecondCallIsReadAndCountedAndNotSent() {
    try (LanguageModel model = model()) {
      Reply first = model.complete(PROMPT, DECODING, 0);
      int sent = chats();
      assertThat(model.complete(PROMPT, DECODING, 0)).isEqualTo(first);
      assertThat(chats()).isEqualTo(sent);
      assertThat(bill).containsExactly("reserve 25+8", "settle 7+3", "cached");
    }
  }

  @Test
  void everythingThatMayChangeAnAnswerHasAnEntryOfItsOwn() {
    try (LanguageModel chat = model();
        LanguageModel completion = model("use", "completion");
        LanguageModel held = model("constrain", "structured_outputs")) {
      chat.complete(PROMPT, DECODING, 0);
      chat.complete(PROMPT, DECODING, 1);
      chat.complete(new Prompt(PROMPT.system() + "W", PROMPT.user().substring(1)), DECODING, 0);
      chat.complete(new Prompt("", PROMPT.system() + PROMPT.user()), DECODING, 0);
      chat.complete(PROMPT, decoding(9, 0, OptionalLong.of(7), List.of("\n")), 0);
      chat.complete(PROMPT, decoding(8, 0.5, OptionalLong.of(7), List.of("\n")), 0);
      chat.complete(PROMPT, decoding(8, 0, OptionalLong.empty(), List.of("\n")), 0);
      chat.complete(PROMPT, decoding(8, 0, OptionalLong.of(7), List.of()), 0);
      chat.complete(PROMPT, decoding(8, 0, OptionalLong.of(7), List.of("\n", "")), 0);
      completion.complete(PROMPT, DECODING, 0);
      held.complete(PROMPT, DECODING, 0);
      assertThat(kept).hasSize(11);
      assertThat(bill).doesNotContain("cached");
      assertThat(kept.keySet()).allMatch(key -> key.matches("[0-9a-f]{64}"));
    }
  }

  private static Decoding decoding(
      int maxTokens, double temperature, OptionalLong seed, List<String> stop) {
    return new Decoding(maxTokens, temperature, seed, stop, Optional.empty());
  }

  /** The fault that it guards against: repeats that are read from a cache show no noise. */
  @Test
  void aLiveRepeatIsSentEachTimeAndNothingOfItIsKept() {
    try (LanguageModel model = model()) {
      model.complete(PROMPT, DECODING, 1);
      int sent = chats();
      int entries = kept.size();
      bill.clear();

      model.complete(PROMPT, DECODING, LanguageModel.LIVE_REPEAT);
      model.complete(PROMPT, DECODING, LanguageModel.LIVE_REPEAT);

      assertThat(chats()).isEqualTo(sent + 2);
      assertThat(kept).hasSize(entries);
      assertThat(bill).as("zero are reused").doesNotContain("cached").hasSize(4);
    }
  }

  @Test
  void anotherModelUnderTheSameNameNeverInheritsAnAnswer() {
    try (LanguageModel before = model()) {
      before.complete(PROMPT, DECODING, 0);
    }
    server.serve(LoopbackService.of(Kind.VLLM).weights("d2"));
    try (LanguageModel after = model()) {
      after.complete(PROMPT, DECODING, 0);
    }
    assertThat(kept).hasSize(2);
    assertThat(bill).doesNotContain("cached");
  }

  @Test
  void anAnswerOutlivesTheProcessThatAskedForIt() {
    try (LanguageModel first = model()) {
      first.complete(PROMPT, DECODING, 0);
    }
    int sent = chats();
    try (LanguageModel second = model()) {
      second.complete(PROMPT, DECODING, 0);
    }
    assertThat(bill).endsWith("cached");
    assertThat(chats()).as("the canary alone").isEqualTo(sent + 1);
  }

  @Test
  void aFailureIsNotKeptAndItsReservationIsGivenBack() {
    try (LanguageModel model = model()) {
      model.identity();
      server.next(LoopbackBehaviour.error(400, "no"));
      assertThatThrownBy(() -> model.complete(PROMPT, DECODING, 0))
          .isInstanceOf(ServiceException.class);
      assertThat(kept).isEmpty();
      assertThat(bill).containsExactly("reserve 25+8", "settle 0+0");
      assertThat(model.complete(PROMPT, DECODING, 0).text()).isEqualTo("4821");
    }
  }

  @Test
  void aCallThatWouldGoOverTheBudgetIsNotSent() {
    CallBudget spent =
        new CallBudget() {
          @Override
          public void reserve(Usage most) {
            throw new StopException("spent");
          }

          @Override
          public void settle(Usage reserved, Usage used) {}

          @Override
          public void cached() {}
        };
    try (LanguageModel model = Served.openAi(server, Served.context(answers, spent))) {
      model.identity();
      int sent = chats();
      assertThatThrownBy(() -> model.complete(PROMPT, DECODING, 0))
          .isInstanceOf(StopException.class);
      assertThat(chats()).isEqualTo(sent);
    }
  }

  @Test
  void aDryRunChargesAndSendsNothing() {
    ModelContext dry = new ModelContext(4, answers, budget, true);
    try (LanguageModel model = Served.openAi(server, dry, "key", "NOT_EVEN_SET")) {
      assertThat(model.preflight()).isEmpty();
      assertThat(model.identity().facts()).containsKey("dry_run");
      assertThat(model.countTokens("four")).isEqualTo(2);
      assertThat(model.complete(PROMPT, DECODING, 0))
          .isEqualTo(new Reply("", FinishReason.UNKNOWN, new Usage(13, 8)));
      assertThat(bill).containsExactly("reserve 13+8", "settle 13+8");
    }
    assertThat(server.requests()).isEmpty();
    assertThat(kept).isEmpty();
  }

  @Test
  void aDryEmbedderChargesAndSendsNothing() {
    ModelContext dry = new ModelContext(4, answers, budget, true);
    try (Embedder embedder =
        new ServiceModels()
            .embedder(
                ServiceKind.OPENAI, Served.settings(server.v1(), "expect_dimension", "3"), dry)) {
      assertThat(embedder.identity().dimension()).isEqualTo(3);
      assertThat(embedder.embed(List.of("four", "five"), Embedder.Purpose.QUERY))
          .containsExactly(new float[] {1, 0, 0}, new float[] {1, 0, 0});
      assertThat(bill).containsExactly("reserve 2+0", "settle 2+0");
      assertThat(embedder.embed(List.of("six"), Embedder.Purpose.QUERY))
          .as("texts can be told apart")
          .containsExactly(new float[] {0, 1, 0});
    }
    assertThat(server.requests()).isEmpty();
  }
}
