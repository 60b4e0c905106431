package dev.carryover.models.service;

import static dev.carryover.models.service.Served.DECODING;
import static dev.carryover.models.service.Served.PROMPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StopException;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who answers: taken from whatever the service tells, looked at before, during and after. */
final class IdentityTest {
  private static LoopbackModelServer server(Kind kind) {
    return LoopbackModelServer.open(LoopbackService.of(kind));
  }

  private static LanguageModel model(LoopbackModelServer server, Kind kind, String... settings) {
    return kind == Kind.OLLAMA ? Served.ollama(server, settings) : Served.openAi(server, settings);
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfServiceAnswersAndHasAnIdentityWithOneCanaryCall(Kind kind) {
    try (LoopbackModelServer server = server(kind);
        LanguageModel model = model(server, kind)) {
      assertThat(model.preflight()).isEmpty();
      ModelIdentity identity = model.identity();
      assertThat(identity.name()).isEqualTo("loop-1");
      assertThat(identity.facts()).containsEntry("greedy", "4821");
      assertThat(model.complete(PROMPT, DECODING, 0).text()).isEqualTo("4821");
      String chat = kind == Kind.OLLAMA ? "/api/chat" : "/v1/chat/completions";
      assertThat(server.requests(chat)).hasSize(2);
      assertThat(server.requests()).hasSizeLessThan(8);
    }
  }

  @Test
  void aServiceThatKnowsOnlyChatIsUnknownInAllElse() {
    try (LoopbackModelServer server = server(Kind.CHAT_ONLY);
        LanguageModel model = Served.openAi(server)) {
      ModelIdentity identity = model.identity();
      assertThat(identity.revision()).isEmpty();
      assertThat(identity.tokenizer()).isEmpty();
      assertThat(identity.contextLimit()).isEmpty();
      assertThat(identity.canary()).containsExactly(-0.25);
      assertThat(model.countTokens("a word")).isEqualTo(3);
    }
  }

  @Test
  void llamaCppTellsContextFileTemplateSizesAndTokens() {
    try (LoopbackModelServer server = server(Kind.LLAMA_CPP);
        LanguageModel model = Served.openAi(server, "use", "completion")) {
      ModelIdentity identity = model.identity();
      assertThat(identity.contextLimit()).isEqualTo(OptionalInt.of(2048));
      assertThat(identity.tokenizer()).isPresent();
      assertThat(identity.canary()).containsExactly(-0.25);
      assertThat(identity.facts())
          .containsKeys("build", "chat_template", "n_params", "n_vocab", "size")
          .containsEntry("file", "d1");
      assertThat(model.countTokens("one two three")).isEqualTo(3);
    }
  }

  @Test
  void vllmTellsVersionRootContextAndTokens() {
    try (LoopbackModelServer server = server(Kind.VLLM);
        LanguageModel model = Served.openAi(server, "use", "completion")) {
      ModelIdentity identity = model.identity();
      assertThat(identity.contextLimit()).isEqualTo(OptionalInt.of(2048));
      assertThat(identity.tokenizer()).isPresent();
      assertThat(identity.facts()).containsEntry("version", "0.15.0").containsEntry("root", "d1");
      assertThat(identity.canary()).containsExactly(-0.25);
      assertThat(model.countTokens("one two three")).isEqualTo(3);
    }
  }

  @Test
  void ollamaTellsDigestVersionAndWhatItIs() {
    try (LoopbackModelServer server =
            LoopbackModelServer.open(LoopbackService.of(Kind.OLLAMA).named("loop-1:latest"));
        LanguageModel model = Served.ollama(server, "context", "4096")) {
      assertThat(model.preflight()).isEmpty();
      ModelIdentity identity = model.identity();
      assertThat(identity.name()).isEqualTo("loop-1:latest");
      assertThat(identity.revision()).contains("d1");
      assertThat(identity.contextLimit()).isEqualTo(OptionalInt.of(4096));
      assertThat(identity.facts())
          .containsEntry("version", "0.15.1")
          .containsEntry("context_trained", "2048")
          .containsEntry("quantization", "Q4_0");
      assertThat(server.requests("/api/chat").get(0).json().path("options").path("num_ctx").asInt())
          .isEqualTo(4096);
    }
  }

  @Test
  void otherWeightsUnderOneNameAreAnotherIdentity() {
    for (Kind kind : List.of(Kind.LLAMA_CPP, Kind.VLLM, Kind.OLLAMA)) {
      try (LoopbackModelServer server = server(kind);
          LanguageModel before = model(server, kind)) {
        ModelIdentity first = before.identity();
        server.serve(LoopbackService.of(kind).weights("d2"));
        try (LanguageModel after = model(server, kind)) {
          assertThat(after.identity().sameAs(first)).isFalse();
        }
      }
    }
  }

  @Test
  void confirmPassesWhileNothingChangesAndStopsNamingWhatDid() {
    for (Kind kind : List.of(Kind.LLAMA_CPP, Kind.VLLM, Kind.OLLAMA)) {
      try (LoopbackModelServer server = server(kind);
          LanguageModel model = model(server, kind)) {
        model.identity();
        assertThatCode(model::confirm).doesNotThrowAnyException();
        server.serve(LoopbackService.of(kind).weights("d2"));
        assertThatThrownBy(model::confirm)
            .isInstanceOf(StopException.class)
            .hasMessageContaining("changed under way")
            .hasMessageContaining("was 'd1', now 'd2'");
      }
    }
  }

  @Test
  void whatWasNeverAskedHasNothingToConfirm() {
    try (LoopbackModelServer server = server(Kind.OPENAI);
        LanguageModel model = Served.openAi(server)) {
      model.confirm();
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void otherGreedyWordsAreAChange() {
    try (LoopbackModelServer server = server(Kind.OPENAI);
        LanguageModel model = Served.openAi(server)) {
      model.identity();
      server.serve(LoopbackService.of(Kind.OPENAI).answering(prompt -> "five, six"));
      assertThatThrownBy(model::confirm)
          .isInstanceOf(StopException.class)
          .hasMessageContaining("greedy was '4821', now 'five, six'");
    }
  }

  @Test
  void aHiccupWhileConfirmingIsNotAnotherModel() {
    try (LoopbackModelServer server = server(Kind.OPENAI);
        LanguageModel model = Served.openAi(server)) {
      model.identity();
      server.next(LoopbackBehaviour.reset());
      assertThatCode(model::confirm).doesNotThrowAnyException();
      server.always(LoopbackBehaviour.error(500, "out of order"));
      assertThatThrownBy(model::confirm)
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("out of order");
    }
  }

  @Test
  void aLongRunAsksAgainWhoAnswers() {
    try (LoopbackModelServer server = server(Kind.VLLM);
        LanguageModel model = Served.openAi(server, "confirm_every", "1ms")) {
      model.identity();
      server.serve(LoopbackService.of(Kind.VLLM).weights("d2"));
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  Thread.sleep(2);
                  model.complete(PROMPT, DECODING, 0);
                }
              })
          .isInstanceOf(StopException.class);
    }
  }

  @Test
  void aBusyServiceIsNoProblemAndHasTheIdentityThatItAlwaysHas() {
    LoopbackBehaviour busy = LoopbackBehaviour.error(503, "loading the model");
    LoopbackBehaviour well = LoopbackBehaviour.NORMAL;
    try (LoopbackModelServer server = server(Kind.VLLM);
        LanguageModel idle = Served.openAi(server);
        LanguageModel model = Served.openAi(server)) {
      ModelIdentity expected = idle.identity();
      server.nextElsewhere(busy);
      assertThat(model.preflight()).isEmpty();
      server.nextElsewhere(busy, well, well, busy);
      assertThat(model.identity()).isEqualTo(expected);
    }
  }

  @Test
  void aServiceThatRefusesLogProbabilitiesIsKnownByItsWordsAlone() {
    try (LoopbackModelServer server = server(Kind.OPENAI);
        LanguageModel model = Served.openAi(server)) {
      server.next(LoopbackBehaviour.error(400, "logprobs are not supported"));
      assertThat(model.identity().canary()).isEmpty();
      assertThat(model.identity().facts()).containsEntry("greedy", "4821");
    }
  }

  @Test
  void preflightNamesWhatIsServedInPlaceOfTheConfiguredModel() {
    try (LoopbackModelServer server = server(Kind.VLLM);
        LanguageModel model = Served.openAi(server, "model", "loop-9")) {
      assertThat(model.preflight())
          .containsExactly(
              new Problem(
                  "model 'loop-9' is not served at " + server.v1(),
                  "set 'model' to one that is served: loop-1"));
      assertThat(server.requests("/v1/chat/completions")).isEmpty();
      assertThatThrownBy(model::identity)
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("set 'model' to one that is served: loop-1");
    }
  }

  @Test
  void theOnlyServedModelNeedsNoName() {
    try (LoopbackModelServer server = server(Kind.OPENAI);
        LanguageModel model = Served.openAi(server, "model", "")) {
      assertThat(model.preflight()).isEmpty();
      assertThat(model.identity().name()).isEqualTo("loop-1");
    }
  }

  @Test
  void preflightReportsEveryExpectationThatDoesNotHold() {
    try (LoopbackModelServer server = server(Kind.VLLM);
        LanguageModel model =
            Served.openAi(
                server,
                "expect_revision",
                "abc",
                "expect_context",
                "8192",
                "expect_tokenizer",
                "feed")) {
      assertThat(model.preflight()).extracting(Problem::what).hasSize(3);
      assertThat(model.preflight().get(0).what())
          .contains("'expect_revision' is 'abc', and the service does not tell");
      assertThat(model.preflight().get(1).what())
          .contains("'expect_context' is '8192', and the service tells '2048'");
      assertThat(server.requests("/v1/chat/completions")).isEmpty();
    }
  }

  @Test
  void expectationsThatHoldAreNoProblem() {
    try (LoopbackModelServer server = server(Kind.VLLM);
        LanguageModel seen = Served.openAi(server)) {
      String tokenizer = seen.identity().tokenizer().orElseThrow();
      try (LanguageModel model =
          Served.openAi(server, "expect_context", "2048", "expect_tokenizer", tokenizer)) {
        assertThat(model.preflight()).isEmpty();
      }
    }
  }

  @Test
  void aServiceThatIsNotThereIsAProblem() {
    LoopbackModelServer gone = server(Kind.OPENAI);
    gone.close();
    try (LanguageModel model = Served.openAi(gone)) {
      assertThat(model.preflight())
          .singleElement()
          .satisfies(p -> assertThat(p.what()).contains("cannot be reached", gone.v1()))
          .satisfies(p -> assertThat(p.absent()).isTrue());
    }
  }

  @Test
  void aKeyStaysOutOfEveryMessageAndIsNamedByItsVariable() {
    LoopbackService guarded = LoopbackService.of(Kind.OPENAI).demanding("another");
    try (LoopbackModelServer server = LoopbackModelServer.open(guarded);
        LanguageModel model = Served.openAi(server, "key", "LOOP_KEY")) {
      Problem problem = model.preflight().get(0);
      assertThat(problem.what())
          .contains("Incorrect API key provided: Bearer [LOOP_KEY]")
          .doesNotContain("sk-loop");
      assertThat(problem.remedy()).contains("LOOP_KEY");
      assertThatThrownBy(model::identity)
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("[LOOP_KEY]")
          .satisfies(e -> assertThat(e.toString()).doesNotContain("sk-loop"))
          .satisfies(e -> assertThat(String.valueOf(e.getCause())).doesNotContain("sk-loop"));
    }
  }

  @Test
  void theRightKeyOpens() {
    LoopbackService guarded = LoopbackService.of(Kind.OPENAI).demanding("sk-loop-123456");
    try (LoopbackModelServer server = LoopbackModelServer.open(guarded);
        LanguageModel model = Served.openAi(server, "key", "LOOP_KEY")) {
      assertThat(model.preflight()).isEmpty();
      assertThat(model.complete(PROMPT, DECODING, 0).text()).isEqualTo("4821");
      assertThat(model.identity().toString()).doesNotContain("sk-loop");
    }
  }

  @Test
  void aServiceThatWantsAKeySaysHowToGiveOne() {
    LoopbackService guarded = LoopbackService.of(Kind.OPENAI).demanding("another");
    try (LoopbackModelServer server = LoopbackModelServer.open(guarded);
        LanguageModel model = Served.openAi(server)) {
      assertThat(model.preflight().get(0).remedy()).contains("set 'key' to the name");
    }
  }

  @Test
  void aMissingVariableIsNamed() {
    try (LoopbackModelServer server = server(Kind.OPENAI)) {
      assertThatThrownBy(() -> Served.openAi(server, "key", "NO_SUCH_KEY"))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("'NO_SUCH_KEY' is not set");
    }
  }
}
