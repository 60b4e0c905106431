package dev.carryover.models.service;

import static dev.carryover.models.service.Served.DECODING;
import static dev.carryover.models.service.Served.PROMPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StopException;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way in which a service answers badly: recovered, or stopped with the cause named. */
final class BadAnswersTest {
  private static final String CHAT = "/v1/chat/completions";

  private final LoopbackModelServer server =
      LoopbackModelServer.open(LoopbackService.of(Kind.OPENAI));

  @AfterEach
  void stop() {
    server.close();
  }

  private static LanguageModel known(LanguageModel model) {
    model.identity();
    return model;
  }

  static Stream<Arguments> passing() {
    return Stream.of(
        Arguments.of("429", LoopbackBehaviour.error(429, "slow down"), "status 429: slow down"),
        Arguments.of("503", LoopbackBehaviour.error(503, "loading"), "status 503: loading"),
        Arguments.of("500", LoopbackBehaviour.error(500, "oops"), "status 500: oops"),
        Arguments.of("502 page", LoopbackBehaviour.raw(502, "<html>Bad</html>"), "<html>Bad"),
        Arguments.of("reset", LoopbackBehaviour.reset(), "reset"),
        Arguments.of("cut off", LoopbackBehaviour.cutOff(), "Premature end"),
        Arguments.of("empty", LoopbackBehaviour.empty(), "empty body"),
        Arguments.of("page", LoopbackBehaviour.html(), "JSON object: <!DOCTYPE html>"),
        Arguments.of("half JSON", LoopbackBehaviour.truncatedJson(), ""),
        Arguments.of("no choices", LoopbackBehaviour.noChoices(), "it answered with"),
        Arguments.of("other JSON", LoopbackBehaviour.raw(200, "{\"a\":1}"), "no \"choices\""),
        Arguments.of("silence", LoopbackBehaviour.delayed(Duration.ofMinutes(10)), "500 ms"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("passing")
  void whatMayPassIsTriedAgainAndTheAnswerIsTheServices(
      String name, LoopbackBehaviour bad, String cause) {
    for (String use : new String[] {"chat", "completion"}) {
      try (LanguageModel model = known(Served.openAi(server, "use", use))) {
        server.next(bad);
        assertThat(model.complete(PROMPT, DECODING, 0))
            .isEqualTo(new Reply("4821", FinishReason.STOP, new Usage(7, 3)));
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("passing")
  void whatDoesNotPassStopsTheCallWithItsCause(String name, LoopbackBehaviour bad, String cause) {
    for (String use : new String[] {"chat", "completion"}) {
      try (LanguageModel model = known(Served.openAi(server, "use", use, "timeout", "200ms"))) {
        server.next(bad, bad, bad, bad);
        assertThatThrownBy(() -> model.complete(PROMPT, DECODING, 0))
            .isInstanceOf(ServiceException.class)
            .hasMessageContaining("model 'loop-1' at " + server.v1())
            .hasMessageContaining(cause.replace("500 ms", "200 ms"))
            .hasMessageContaining("attempt 4, the last one");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404, 413, 422})
  void anotherRefusalFailsAtOnceWithTheServersWords(int status) {
    try (LanguageModel model = known(Served.openAi(server))) {
      server.next(LoopbackBehaviour.error(status, "no such thing as max_tokens"));
      int before = server.requests(CHAT).size();
      assertThatThrownBy(() -> model.complete(PROMPT, DECODING, 0))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining(
              "it answered with status " + status + ": no such thing as max_tokens");
      assertThat(server.requests(CHAT)).hasSize(before + 1);
    }
  }

  @Test
  void retryAfterInSecondsIsHonoured() {
    try (LanguageModel model = known(Served.openAi(server))) {
      server.next(LoopbackBehaviour.error(429, "slow down", "Retry-After: 1"));
      long start = System.nanoTime();
      model.complete(PROMPT, DECODING, 0);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(1000), Duration.ofMillis(2500));
    }
  }

  @Test
  void retryAfterAsADateIsMeasuredByTheServersOwnClock() {
    ZonedDateTime theirs = ZonedDateTime.of(2001, 2, 3, 4, 5, 6, 0, ZoneOffset.UTC);
    DateTimeFormatter format = DateTimeFormatter.RFC_1123_DATE_TIME;
    try (LanguageModel model = known(Served.openAi(server))) {
      server.next(
          LoopbackBehaviour.error(
              503,
              "maintenance",
              "Date: " + format.format(theirs),
              "Retry-After: " + format.format(theirs.plusSeconds(1))));
      long start = System.nanoTime();
      model.complete(PROMPT, DECODING, 0);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(1000), Duration.ofMillis(2500));
    }
  }

  @Test
  void aWaitThatIsLongerThanTheDeadlineIsNotBegun() {
    try (LanguageModel model = known(Served.openAi(server))) {
      server.next(LoopbackBehaviour.error(429, "come back tomorrow", "Retry-After: 86400"));
      long start = System.nanoTime();
      assertThatThrownBy(() -> model.complete(PROMPT, DECODING, 0))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("come back tomorrow; it asks to wait 86400 s");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
    }
  }

  @Test
  void theDeadlineEndsACallThatIsTriedForEver() {
    try (LanguageModel model =
        known(Served.openAi(server, "deadline", "300ms", "attempts", "1000", "backoff", "20ms"))) {
      server.always(LoopbackBehaviour.error(500, "made to fail"));
      long start = System.nanoTime();
      assertThatThrownBy(() -> model.complete(PROMPT, DECODING, 0))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("made to fail");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }
  }

  @Test
  void anAnswerThatTricklesEndsWithItsAttempt() {
    try (LanguageModel model = known(Served.openAi(server, "attempts", "1"))) {
      server.next(LoopbackBehaviour.trickling(Duration.ofMillis(50)));
      long start = System.nanoTime();
      assertThatThrownBy(() -> model.complete(PROMPT, DECODING, 0))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("no answer within 500 ms");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }
  }

  @Test
  void aFiltersRefusalIsAWithheldAnswer() {
    for (String use : new String[] {"chat", "completion"}) {
      try (LanguageModel model = known(Served.openAi(server, "use", use))) {
        server.next(
            LoopbackBehaviour.contentFilter(), LoopbackBehaviour.finished("", "content_filter"));
        assertThat(model.complete(PROMPT, DECODING, 0))
            .isEqualTo(new Reply("", FinishReason.FILTERED, Usage.NONE));
        assertThat(model.complete(PROMPT, DECODING, 0).finish()).isEqualTo(FinishReason.FILTERED);
      }
    }
  }

  @Test
  void aPromptThatDoesNotFitIsNamedAndNeverAnAnswer() {
    try (LanguageModel model = known(Served.openAi(server))) {
      server.next(LoopbackBehaviour.contextOverflow());
      assertThatThrownBy(() -> model.complete(PROMPT, DECODING, 0))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("the prompt does not fit its context")
          .hasMessageContaining("maximum context length is 2048 tokens");
    }
  }

  @Test
  void aCutOffAnswerIsACutOffAnswer() {
    try (LanguageModel model = known(Served.openAi(server))) {
      server.next(LoopbackBehaviour.finished("48", "length"));
      assertThat(model.complete(PROMPT, DECODING, 0))
          .isEqualTo(new Reply("48", FinishReason.LENGTH, new Usage(7, 3)));
    }
  }

  @Test
  void anUnknownEndAndAnEmptyAnswerAreKeptAsTheyAre() {
    try (LanguageModel model = known(Served.openAi(server))) {
      server.next(LoopbackBehaviour.finished("", "whatever"));
      assertThat(model.complete(PROMPT, DECODING, 0))
          .isEqualTo(new Reply("", FinishReason.UNKNOWN, new Usage(7, 3)));
    }
  }

  @Test
  void anotherModelsNameInMidRunStopsTheRun() {
    try (LanguageModel model = known(Served.openAi(server))) {
      server.next(LoopbackBehaviour.fromModel("loop-2"));
      assertThatThrownBy(() -> model.complete(PROMPT, DECODING, 0))
          .isInstanceOf(StopException.class)
          .hasMessageContaining("answers_as was 'loop-1', an answer bears 'loop-2'");
    }
  }

  @Test
  void anotherSystemFingerprintInMidRunStopsTheRun() {
    server.always(LoopbackBehaviour.fingerprinted("fp_1"));
    try (LanguageModel model = known(Served.openAi(server))) {
      assertThat(model.complete(PROMPT, DECODING, 0).text()).isEqualTo("4821");
      server.next(LoopbackBehaviour.fingerprinted("fp_2"));
      assertThatThrownBy(() -> model.complete(PROMPT, DECODING, 0))
          .isInstanceOf(StopException.class)
          .hasMessageContaining("system_fingerprint was 'fp_1', an answer bears 'fp_2'");
    }
  }

  @Test
  void textThatIsNotUtf8IsNoAnswer() {
    LoopbackBehaviour latin1 =
        new LoopbackBehaviour(
            draft -> draft,
            raw ->
                new LoopbackBehaviour.Raw(
                    200,
                    raw.headers(),
                    "{\"choices\":[\"Z\u00fcrich\"]}".getBytes(StandardCharsets.ISO_8859_1),
                    raw.delay(),
                    raw.end()));
    try (LanguageModel model = known(Served.openAi(server))) {
      server.next(latin1, latin1, latin1, latin1);
      assertThatThrownBy(() -> model.complete(PROMPT, DECODING, 0))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("not UTF-8");
    }
  }

  @Test
  void aRedirectIsNotFollowed() {
    try (LanguageModel model = known(Served.openAi(server))) {
      server.next(LoopbackBehaviour.raw(302, "moved", "Location: http://127.0.0.1:1/"));
      assertThatThrownBy(() -> model.complete(PROMPT, DECODING, 0))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("status 302: moved");
    }
  }
}
