package dev.carryover.core.embedding;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.ServiceException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoizedEmbedderTest {
  private final LetterEmbedder letters = new LetterEmbedder("letters", 64, 0);
  private final MemoizedEmbedder memoized = new MemoizedEmbedder(letters);

  @Test
  void onlyWhatIsNewIsEmbedded() {
    memoized.embed(List.of("a", "b"), Purpose.DOCUMENT);
    List<float[]> vectors = memoized.embed(List.of("c", "b", "a"), Purpose.DOCUMENT);
    assertThat(letters.asked()).containsExactly("a", "b", "c");
    assertThat(memoized.textsEmbedded()).isEqualTo(3);
    assertThat(vectors.toArray(float[][]::new))
        .isDeepEqualTo(
            letters.embed(List.of("c", "b", "a"), Purpose.DOCUMENT).toArray(float[][]::new));
  }

  @Test
  void aTextThatOccursTwiceInACallIsEmbeddedOnce() {
    List<float[]> vectors = memoized.embed(List.of("a", "b", "a"), Purpose.QUERY);
    assertThat(letters.asked()).containsExactly("a", "b");
    assertThat(vectors.get(2)).isEqualTo(vectors.get(0)).isNotEqualTo(vectors.get(1));
  }

  @Test
  void aQueryIsNotAnsweredWithADocumentsVector() {
    memoized.embed(List.of("a"), Purpose.DOCUMENT);
    memoized.embed(List.of("a"), Purpose.QUERY);
    assertThat(memoized.textsEmbedded()).isEqualTo(2);
  }

  @Test
  void afterClearingEverythingIsEmbeddedAfresh() {
    memoized.embed(List.of("a"), Purpose.DOCUMENT);
    memoized.clear();
    memoized.embed(List.of("a"), Purpose.DOCUMENT);
    assertThat(letters.asked()).containsExactly("a", "a");
    assertThat(memoized.textsEmbedded()).isEqualTo(2);
  }

  @Test
  void aCallerWhoChangesAVectorChangesOnlyTheirOwn() {
    float[] mine = memoized.embed(List.of("a"), Purpose.DOCUMENT).get(0);
    float[] before = mine.clone();
    mine[0] = 42;
    assertThat(memoized.embed(List.of("a"), Purpose.DOCUMENT).get(0)).isEqualTo(before);
  }

  @Test
  void aFailureIsPassedOnAndNotRemembered() {
    assertThatThrownBy(() -> memoized.embed(List.of("a", "broken"), Purpose.DOCUMENT))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("'broken'");
    assertThat(memoized.textsEmbedded()).isZero();
    assertThat(memoized.embed(List.of("a"), Purpose.DOCUMENT)).hasSize(1);
    assertThat(memoized.textsEmbedded()).isEqualTo(1);
  }

  @Test
  void threadsThatAskForTheSameTextsEmbedEachOnce() {
    List<String> texts = IntStream.range(0, 200).mapToObj(i -> "text " + i).toList();
    ExecutorService callers = Executors.newFixedThreadPool(8);
    try {
      List<CompletableFuture<List<float[]>>> calls = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        List<String> shuffled = new ArrayList<>(texts);
        Collections.shuffle(shuffled, new Random(i));
        calls.add(supplyAsync(() -> memoized.embed(shuffled, Purpose.DOCUMENT), callers));
      }
      calls.forEach(call -> assertThat(call.join()).hasSize(200));
    } finally {
      callers.shutdown();
    }
    assertThat(letters.asked()).hasSize(200).doesNotHaveDuplicates();
    assertThat(memoized.textsEmbedded()).isEqualTo(200);
  }
}
