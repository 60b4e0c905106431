package dev.carryover.models.service;

import static dev.carryover.models.service.Served.DECODING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import dev.carryover.models.service.AdaptiveLimit.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** How many requests are under way at one time. */
final class InFlightTest {
  private static void ask(LanguageModel model, int callers, int calls) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < calls; i++) {
        Prompt prompt = new Prompt("", "question " + i);
        answers.add(threads.submit(() -> model.complete(prompt, DECODING, 0).text()));
      }
      for (int i = 0; i < calls; i++) {
        assertThat(answers.get(i).get()).isEqualTo("answer to question " + i);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static LoopbackModelServer server() {
    return LoopbackModelServer.open(
        LoopbackService.of(Kind.OPENAI).answering(prompt -> "answer to " + prompt));
  }

  @Test
  void asManyAreInFlightAsAreAllowed() throws Exception {
    try (LoopbackModelServer server = server();
        LanguageModel model = Served.openAi(server, ModelContext.of(64), "parallel", "8")) {
      server.always(LoopbackBehaviour.delayed(Duration.ofMillis(30)));
      ask(model, 24, 48);
      assertThat(server.peakInFlight()).isEqualTo(8);
    }
  }

  @Test
  void everyAnswerArrivesOnceThoughTheServiceAsksToSlowDown() throws Exception {
    try (LoopbackModelServer server = server();
        LanguageModel model = Served.openAi(server, "parallel", "8", "attempts", "50")) {
      model.identity();
      for (int i = 0; i < 20; i++) {
        server.next(LoopbackBehaviour.error(429, "slow down"));
      }
      ask(model, 16, 100);
      assertThat(server.requests("/v1/chat/completions")).hasSize(1 + 20 + 100);
    }
  }

  @Test
  void theLimitHalvesOncePerWaveAndGrowsBackSlowly() throws Exception {
    AdaptiveLimit limit = new AdaptiveLimit(8);
    long[] wave = new long[8];
    for (int i = 0; i < wave.length; i++) {
      wave[i] = limit.enter();
    }
    for (long ticket : wave) {
      limit.leave(ticket, Outcome.SLOW_DOWN);
    }
    assertThat(limit.now()).isEqualTo(4);
    limit.leave(limit.enter(), Outcome.SLOW_DOWN);
    assertThat(limit.now()).isEqualTo(2);
    limit.leave(limit.enter(), Outcome.OTHERWISE);
    assertThat(limit.now()).isEqualTo(2);
    int answers = 0;
    while (limit.now() < 8) {
      limit.leave(limit.enter(), Outcome.WELL);
      answers++;
    }
    assertThat(answers).isBetween(25, 40);
    for (int i = 0; i < 10; i++) {
      limit.leave(limit.enter(), Outcome.SLOW_DOWN);
    }
    assertThat(limit.now()).isEqualTo(1);
  }
}
