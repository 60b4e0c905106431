package dev.carryover.models.transformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.FinishReason;
import dev.carryover.models.transformer.Generation.Continuation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GenerationTest {
  private static final List<int[]> QUESTIONS =
      List.of(
          TinyModels.tokens(1, 5),
          TinyModels.tokens(2, 1),
          TinyModels.tokens(3, 9),
          TinyModels.tokens(4, 5));

  private static Transformer model;
  private static KvCache cache;

  @BeforeAll
  static void load() {
    model = TinyModels.load("tiny-qwen2");
    cache = KvCache.prefill(model, TinyModels.tokens(9, 20));
  }

  @AfterAll
  static void close() {
    cache.close();
    model.close();
  }

  @Test
  void greedyWritingTakesTheLikeliestTokenOfAFullPass() {
    Continuation written = new Generation(Sampling.greedy(6)).after(cache, QUESTIONS.get(0));
    int[] all = QUESTIONS.get(0);
    for (int i = 0; i < written.ids().size(); i++) {
      float[][] next = Generation.distributions(cache, all);
      float[] last = next[all.length - 1];
      int id = written.ids().get(i);
      assertThat(last[id])
          .isEqualTo((float) IntStream.range(0, 64).mapToDouble(k -> last[k]).max().orElseThrow());
      assertThat(written.logProbabilities().get(i)).isCloseTo(last[id], within(1e-4));
      all = IntStream.concat(IntStream.of(all), IntStream.of(id)).toArray();
    }
  }

  @Test
  void questionsSideBySideAreAnsweredAsAlone() {
    for (double temperature : new double[] {0, 0.8}) {
      Generation generation = new Generation(new Sampling(8, temperature, 3, List.of()));
      List<Continuation> together = generation.after(cache, QUESTIONS);
      for (int i = 0; i < QUESTIONS.size(); i++) {
        Continuation alone = generation.after(cache, QUESTIONS.get(i));
        assertThat(together.get(i).ids()).isEqualTo(alone.ids());
        for (int k = 0; k < alone.ids().size(); k++) {
          assertThat(together.get(i).logProbabilities().get(k))
              .isCloseTo(alone.logProbabilities().get(k), within(1e-4));
        }
      }
    }
  }

  @Test
  void aSeedDecidesWhatIsDrawn() {
    List<Continuation> drawn = new ArrayList<>();
    for (long seed : new long[] {1, 1, 2}) {
      drawn.add(
          new Generation(new Sampling(12, 1.5, seed, List.of())).after(cache, QUESTIONS.get(0)));
    }
    assertThat(drawn.get(0)).isEqualTo(drawn.get(1));
    assertThat(drawn.get(0).ids()).isNotEqualTo(drawn.get(2).ids());
  }

  @Test
  void drawsFollowTheDistribution() {
    float[] next = Generation.next(cache, QUESTIONS.get(0));
    int[] counts = new int[64];
    int draws = 400;
    for (int seed = 0; seed < draws; seed++) {
      counts[
          new Generation(new Sampling(1, 1, seed, List.of()))
              .after(cache, QUESTIONS.get(0))
              .ids()
              .get(0)]++;
    }
    int likeliest =
        IntStream.range(0, 64).reduce((a, b) -> next[a] >= next[b] ? a : b).orElseThrow();
    double p = Math.exp(next[likeliest]);
    assertThat(counts[likeliest] / (double) draws)
        .isCloseTo(p, within(4 * Math.sqrt(p * (1 - p) / draws)));
  }

  @Test
  void probabilitiesOfTheWholeVocabularySumToOne() {
    float[] next = Generation.next(cache, QUESTIONS.get(2));
    assertThat(next).hasSize(64);
    assertThat(IntStream.range(0, 64).mapToDouble(i -> Math.exp(next[i])).sum())
        .isCloseTo(1, within(1e-5));
  }

  @Test
  void writingEndsBeforeAStopText() {
    Continuation free = new Generation(Sampling.greedy(6)).after(cache, QUESTIONS.get(0));
    String third = free.text().split(" ")[2];
    Continuation stopped =
        new Generation(Sampling.greedy(6, " " + third)).after(cache, QUESTIONS.get(0));
    assertThat(free.finish()).isEqualTo(FinishReason.LENGTH);
    assertThat(stopped.finish()).isEqualTo(FinishReason.STOP);
    assertThat(stopped.text())
        .isEqualTo(free.text().substring(0, free.text().indexOf(" " + third)));
    assertThat(stopped.ids()).isEqualTo(free.ids().subList(0, 3));
  }

  @Test
  void anEndTokenEndsTheAnswerAndIsNoPartOfItsText() {
    Continuation written =
        IntStream.range(0, 50)
            .mapToObj(seed -> new Generation(new Sampling(60, 3, seed, List.of())))
            .map(each -> each.after(cache, QUESTIONS.get(1)))
            .filter(each -> each.finish() == FinishReason.STOP)
            .findFirst()
            .orElseThrow();
    assertThat(written.ids().get(written.ids().size() - 1)).isEqualTo(2);
    assertThat(written.ids().subList(0, written.ids().size() - 1)).doesNotContain(2);
    assertThat(written.text()).doesNotContain("<eos>");
  }

  @Test
  void writingStopsWhereTheContextEnds() {
    try (KvCache nearlyFull = KvCache.prefill(model, TinyModels.tokens(5, 124))) {
      Continuation written =
          new Generation(Sampling.greedy(50)).after(nearlyFull, TinyModels.tokens(6, 2));
      assertThat(written.ids()).hasSize(3);
      assertThat(written.finish()).isEqualTo(FinishReason.LENGTH);
      assertThatThrownBy(
              () -> new Generation(Sampling.greedy(1)).after(nearlyFull, TinyModels.tokens(6, 5)))
          .isInstanceOf(ContextException.class)
          .hasMessageContaining("129");
    }
  }

  @Test
  void aQuestionWithoutATokenIsRefused() {
    assertThatThrownBy(() -> Generation.next(cache, new int[0])).hasMessageContaining("question");
    assertThat(new Generation(Sampling.greedy(1)).after(cache, List.of())).isEmpty();
  }

  @Test
  void aCacheWithNothingInItCanBeContinued() {
    try (KvCache empty = KvCache.empty(model)) {
      float[][] next = Generation.distributions(empty, QUESTIONS.get(0));
      assertThat(Generation.next(empty, QUESTIONS.get(0)))
          .containsExactly(next[next.length - 1], within(1e-4f));
    }
  }

  @Test
  void severalThreadsAskOneCache() throws InterruptedException, ExecutionException {
    Generation generation = new Generation(Sampling.greedy(8));
    List<List<Integer>> alone =
        QUESTIONS.stream().map(question -> generation.after(cache, question).ids()).toList();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        int which = i % QUESTIONS.size();
        tasks.add(
            () -> generation.after(cache, QUESTIONS.get(which)).ids().equals(alone.get(which)));
      }
      for (Future<Boolean> each : threads.invokeAll(tasks)) {
        assertThat(each.get()).isTrue();
      }
    } finally {
      threads.shutdown();
    }
    assertThat(Arrays.equals(cache.ids(), TinyModels.tokens(9, 20))).isTrue();
  }
}
