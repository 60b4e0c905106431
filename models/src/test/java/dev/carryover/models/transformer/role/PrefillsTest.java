package dev.carryover.models.transformer.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.TinyModels;
import dev.carryover.models.transformer.Transformer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PrefillsTest {
  private static final List<String> ONE = List.of("1");
  private static final List<String> TWO = List.of("2");
  private static final List<String> THREE = List.of("3");

  private static Transformer model;

  private final AtomicInteger read = new AtomicInteger();

  @BeforeAll
  static void load() {
    model = TinyModels.load("tiny-qwen2");
  }

  @AfterAll
  static void close() {
    model.close();
  }

  /** A cache of ten tokens, which the passage numbers. */
  private KvCache cache(List<String> passages) {
    read.incrementAndGet();
    return KvCache.prefill(model, TinyModels.tokens(Long.parseLong(passages.get(0)), 10));
  }

  /** Room for so many caches. */
  private Prefills room(int caches) {
    long each = 10 * model.geometry().cachedPerPosition() * Float.BYTES;
    return new Prefills(this::cache, caches * each);
  }

  @Test
  void thePassagesOfManyQuestionsAreReadOnce() {
    try (Prefills prefills = room(2)) {
      for (int i = 0; i < 5; i++) {
        assertThat(prefills.with(ONE, KvCache::ids)).isEqualTo(TinyModels.tokens(1, 10));
      }
    }

    assertThat(read).hasValue(1);
  }

  @Test
  void theLeastUsedGoFirst() {
    try (Prefills prefills = room(2)) {
      prefills.with(ONE, KvCache::ids);
      prefills.with(TWO, KvCache::ids);
      prefills.with(ONE, KvCache::ids);
      prefills.with(THREE, KvCache::ids);
      prefills.with(ONE, KvCache::ids);
      assertThat(read).hasValue(3);
      prefills.with(TWO, KvCache::ids);
      assertThat(read).hasValue(4);
    }
  }

  @Test
  void aCacheInUseStaysOpenThoughOthersPushItOut() {
    try (Prefills prefills = room(1)) {
      float[] sum =
          prefills.with(
              ONE,
              cache -> {
                prefills.with(TWO, KvCache::ids);
                prefills.with(THREE, KvCache::ids);
                return cache.arrays().values().iterator().next().toFloatArray();
              });
      assertThat(sum).isNotEmpty();
    }
  }

  @Test
  void withoutRoomEverythingIsReadAfresh() {
    try (Prefills prefills = room(0)) {
      prefills.with(ONE, KvCache::ids);
      prefills.with(ONE, KvCache::ids);
    }

    assertThat(read).hasValue(2);
  }

  @Test
  void whatCannotBeReadIsToldAndTriedAgain() {
    try (Prefills prefills = room(1)) {
      List<String> noNumber = List.of("x");
      for (int i = 1; i <= 2; i++) {
        assertThatThrownBy(() -> prefills.with(noNumber, KvCache::ids))
            .isInstanceOf(NumberFormatException.class);
        assertThat(read).hasValue(i);
      }
      assertThat(prefills.with(ONE, KvCache::length)).isEqualTo(10);
    }
  }

  @Test
  void severalThreadsReadEachPassageOnceWhereThereIsRoom() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try (Prefills prefills = room(4)) {
      List<Callable<int[]>> calls = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        List<String> passages = List.of(Integer.toString(i % 4));
        calls.add(() -> prefills.with(passages, KvCache::ids));
      }
      List<Future<int[]>> all = pool.invokeAll(calls);
      for (int i = 0; i < all.size(); i++) {
        assertThat(all.get(i).get()).isEqualTo(TinyModels.tokens(i % 4, 10));
      }
      assertThat(read).hasValue(4);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void severalThreadsPushOneAnotherOutUnharmed() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try (Prefills prefills = room(1)) {
      List<Callable<Integer>> calls = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        List<String> passages = List.of(Integer.toString(i % 5));
        calls.add(
            () ->
                prefills.with(
                    passages,
                    cache -> cache.arrays().values().iterator().next().toFloatArray().length));
      }
      for (Future<Integer> each : pool.invokeAll(calls)) {
        assertThat(each.get()).isPositive();
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
