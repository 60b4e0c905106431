package dev.carryover.cli;

import static dev.carryover.cli.Services.PRICED;
import static dev.carryover.cli.Services.after;
import static dev.carryover.cli.Services.gate;
import static dev.carryover.cli.Services.observations;
import static dev.carryover.cli.Services.withoutRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A service misbehaves in the middle of a run. It is got over, or the run stops and says why; what
 * went wrong is never an answer.
 */
class BadServiceTest {
  private static final String FORMATS = "{notes: {cap: 100%}}";
  private static final String HISTORIES = "synthetic:nano?count=4";

  /** Answers of the new model until it reads: two fixed texts, and notes on each history. */
  private static final int WRITTEN = 6;

  /** Live repeats are never kept, so that a run that stops may lose some that were answered. */
  private static final String NO_REPEATS = "noise: 0";

  /** Answers that were asked for when the model's name had changed, and are asked for again. */
  private static final int UNDER_WAY = 20;

  @TempDir private static Path shared;
  private static Said undisturbed = new Said(-1, "", "");
  private static long askedUndisturbed;

  @TempDir private Path folder;
  private final Services services = new Services();
  private Path config = Path.of("");

  @BeforeAll
  static void runUndisturbed() {
    try (Services services = new Services()) {
      Path config = services.config(shared, HISTORIES, FORMATS, PRICED, NO_REPEATS);
      undisturbed = gate(shared, config, "--json");
      askedUndisturbed = Services.asked(services.next);
    }
  }

  @BeforeEach
  void configure() {
    config =
        services.config(
            folder, HISTORIES, FORMATS, PRICED + "attempts: 4, timeout: 400ms, ", NO_REPEATS);
  }

  @AfterEach
  void close() {
    services.close();
  }

  static Stream<Arguments> passing() {
    return Stream.of(
        arguments("429", LoopbackBehaviour.error(429, "slow down")),
        arguments(
            "429 with a wait", LoopbackBehaviour.error(429, "slow down", "Retry-After: 0.05")),
        arguments("500", LoopbackBehaviour.error(500, "oops")),
        arguments("503", LoopbackBehaviour.error(503, "loading", "Retry-After: 0")),
        arguments("a reset", LoopbackBehaviour.reset()),
        arguments("half a body", LoopbackBehaviour.cutOff()),
        arguments("an empty body", LoopbackBehaviour.empty()),
        arguments("a page", LoopbackBehaviour.html()),
        arguments("half of the JSON", LoopbackBehaviour.truncatedJson()),
        arguments("no choices", LoopbackBehaviour.noChoices()),
        arguments("silence", LoopbackBehaviour.delayed(Duration.ofMillis(900))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("passing")
  void whatPassesLeavesNoTrace(String name, LoopbackBehaviour bad) {
    after(services.next, WRITTEN - 1, bad, bad); // while it writes
    after(services.next, 12, bad, bad); // while it reads
    after(services.old, 40, bad);

    Said said = gate(folder, config, "--json");

    assertUndisturbed(said);
    assertThat(observations(folder)).isEqualTo(observations(shared));
  }

  @Test
  void anotherModelsNameStopsTheRunAtOnceWithEverythingKept() {
    after(services.next, WRITTEN + 10, LoopbackBehaviour.fromModel("loop-other"));

    Said stopped = gate(folder, config);
    Said resumed = gate(folder, config, "--json");

    assertStopped(stopped, "changed under way", "'loop-new'", "'loop-other'");
    assertUndisturbed(resumed);
    assertThat(Services.asked(services.next))
        .as("what was answered before is not asked again")
        .isLessThanOrEqualTo(askedUndisturbed + UNDER_WAY);
  }

  @Test
  void otherWeightsUnderTheSameNameAreFoundOutAndTheRunGoesOnUnderTheOldOnes() {
    LoopbackService rightful =
        LoopbackService.of(Kind.VLLM)
            .named("loop-new")
            .weights("org/new")
            .answering(StandIns.overlooking(3));
    services.next.serve(
        rightful.answering(
            prompt -> {
              if (prompt.endsWith("\nA:")) {
                services.next.serve(rightful.weights("org/newer"));
              }
              return rightful.answers().apply(prompt);
            }));

    Said stopped = gate(folder, config);
    Said again = gate(folder, config);
    services.next.serve(rightful);
    Said resumed = gate(folder, config, "--json");

    assertStopped(stopped, "changed under way", "root was 'org/new', now 'org/newer'");
    assertStopped(again, "new-model is another one: root was 'org/new', is 'org/newer'", "--out");
    assertUndisturbed(resumed);
  }

  static Stream<Arguments> lasting() {
    return Stream.of(
        arguments("Connection reset", LoopbackBehaviour.reset()),
        arguments("no answer within 200 ms", LoopbackBehaviour.delayed(Duration.ofMinutes(10))),
        arguments("status 401: revoked", LoopbackBehaviour.error(401, "revoked")),
        arguments("status 429: quota", LoopbackBehaviour.error(429, "quota")),
        arguments("Please sign in", LoopbackBehaviour.html()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lasting")
  void aServiceThatIsGoneForGoodStopsTheRunEarlyAndTheSameCommandGoesOn(
      String cause, LoopbackBehaviour bad) {
    config =
        services.config(
            folder, HISTORIES, FORMATS, PRICED + "attempts: 2, timeout: 200ms, ", NO_REPEATS);
    after(services.next, WRITTEN + 10);
    services.next.always(bad);

    Said stopped = gate(folder, config);
    long asked = Services.asked(services.next);
    services.next.always(LoopbackBehaviour.NORMAL);
    Said resumed = gate(folder, config, "--json");

    assertStopped(stopped, "16 observations failed in a row", "loop-new", cause);
    assertThat(asked).as("not everything is tried").isLessThan(2 * (16 + 64) + WRITTEN + 30);
    assertUndisturbed(resumed);
    assertThat(observations(folder).stream().filter(line -> !line.contains("\"failed\"")))
        .containsExactlyInAnyOrderElementsOf(observations(shared));
  }

  @Test
  void aWriterThatIsGoneStopsTheRunAfterAFewStores() {
    after(services.next, 2);
    services.next.always(LoopbackBehaviour.error(500, "out of memory"));
    config = services.config(folder, "synthetic:nano?count=9", FORMATS, "attempts: 2, ");

    Said stopped = gate(folder, config);

    assertStopped(stopped, "3 stores in a row could not be written", "out of memory");
    assertThat(Services.asked(services.next)).isLessThanOrEqualTo(2 + 3 * 2);
  }

  @Test
  void whatDoesNotFitIsAFailureAndNoWrongAnswer() {
    after(services.next, WRITTEN + 10, LoopbackBehaviour.contextOverflow());

    Said stopped = gate(folder, config);
    Said resumed = gate(folder, config, "--json");

    assertStopped(
        stopped,
        "an observation failed, and 'max_failed' allows none",
        "the prompt does not fit its context",
        "maximum context length is 2048 tokens");
    assertUndisturbed(resumed);
  }

  @Test
  void failuresThatAreAllowedAreCountedApart() {
    config = services.config(folder, HISTORIES, FORMATS, PRICED, NO_REPEATS, "max_failed: 2");
    after(
        services.next,
        WRITTEN + 10,
        LoopbackBehaviour.contextOverflow(),
        LoopbackBehaviour.error(400, "no"));

    Said said = gate(folder, config, "--json");
    Said next = gate(folder, config, "--json");

    assertThat(said.code()).isEqualTo(3);
    assertThat(said.out()).containsPattern("\"failed\" : [12]");
    assertThat(JsonValues.object(next.out()).get("treatments"))
        .as("they are tried again by the same command")
        .isEqualTo(JsonValues.object(undisturbed.out()).get("treatments"));
  }

  static Stream<Arguments> marked() {
    return Stream.of(
        arguments("refusal", LoopbackBehaviour.contentFilter()),
        arguments("refusal", LoopbackBehaviour.finished("", "content_filter")),
        arguments("cut-off", LoopbackBehaviour.finished("E5", "length")),
        arguments("empty", LoopbackBehaviour.finished(" ", "stop")),
        arguments("several-codes", LoopbackBehaviour.finished("A11B or C22D", "stop")),
        arguments("malformed", LoopbackBehaviour.finished("I would rather say", "stop")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("marked")
  void whatTheModelSaidIsMarkedAndItsReasonIsKept(String mark, LoopbackBehaviour bad) {
    after(
        services.next,
        WRITTEN + 10,
        Collections.nCopies(20, bad).toArray(LoopbackBehaviour[]::new));

    Said said = gate(folder, config);

    assertThat(said.code()).isEqualTo(3);
    List<String> spoilt =
        observations(folder).stream().filter(line -> !observations(shared).contains(line)).toList();
    assertThat(spoilt)
        .hasSizeBetween(10, 20)
        .allSatisfy(line -> assertThat(line).contains("\"" + mark + "\""));
    assertThat(said.out()).contains(mark);
  }

  private static void assertStopped(Said said, String... words) {
    assertThat(said.code()).as(said.out()).isEqualTo(5);
    assertThat(said.out()).isEmpty();
    assertThat(said.err())
        .startsWith("error: ")
        .contains(words)
        .contains("Everything so far is kept; the same command goes on.")
        .doesNotContain("Exception:", "unexpected");
  }

  private static void assertUndisturbed(Said said) {
    assertThat(said.code()).as(said.err()).isEqualTo(undisturbed.code());
    assertThat(withoutRun(said.out())).isEqualTo(withoutRun(undisturbed.out()));
  }
}
