package dev.carryover.core.testkit;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.ServiceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link Embedder} must do. The embedder is opened once for all tests of a class. */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class EmbedderContract {
  private static final List<String> TEXTS =
      List.of(
          "The parcel for room nine was signed for by the night porter.",
          "Short.",
          "When the second pump failed, Ines closed the valve by hand, rang the duty engineer,"
              + " wrote the time on the board, and waited for forty minutes in the rain until the"
              + " van came round the corner with its lights off.",
          "Zürich – \u4e2d\u6587 \ud83d\ude00 naïve",
          "quarterly figures; see appendix B (page 14)",
          "The parcel for room nine was signed for by the day porter.");

  private Embedder embedder;

  /** Opens the embedder under test, with more than one thread where it can have them. */
  protected abstract Embedder open();

  /** The dimension that it must have. */
  protected abstract int dimension();

  /** Whether a query's vector differs from the same text's as a document. */
  protected abstract boolean purposesDiffer();

  /** Different texts, in the order in which they are embedded; fewer for a slow model. */
  protected List<String> texts() {
    return TEXTS;
  }

  /** The embedder under test. */
  protected final Embedder embedder() {
    return embedder;
  }

  @BeforeAll
  void openOnce() {
    embedder = open();
  }

  @AfterAll
  void closeOnce() {
    embedder.close();
  }

  @ParameterizedTest
  @EnumSource
  void everyVectorHasTheDimensionAndUnitLength(Purpose purpose) {
    List<float[]> vectors = embedder.embed(texts(), purpose);
    assertThat(vectors).hasSameSizeAs(texts());
    for (float[] vector : vectors) {
      double squares = 0;
      for (float component : vector) {
        squares += (double) component * component;
      }
      assertThat(vector).hasSize(dimension());
      assertThat(Math.sqrt(squares)).isCloseTo(1, within(1e-5));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTextEmbeddedAloneHasTheSameVectorAsAmongOthers(Purpose purpose) {
    List<float[]> together = embedder.embed(texts(), purpose);
    for (int i = 0; i < texts().size(); i++) {
      List<float[]> alone = embedder.embed(List.of(texts().get(i)), purpose);
      assertThat(alone).singleElement().isEqualTo(together.get(i));
    }
  }

  @Test
  void vectorsComeInTheOrderOfTheTexts() {
    List<String> backwards = new ArrayList<>(texts());
    Collections.reverse(backwards);
    List<float[]> vectors = new ArrayList<>(embedder.embed(backwards, Purpose.DOCUMENT));
    Collections.reverse(vectors);
    assertSame(vectors, embedder.embed(texts(), Purpose.DOCUMENT));
  }

  @Test
  void differentTextsHaveDifferentVectors() {
    List<float[]> vectors = embedder.embed(texts(), Purpose.DOCUMENT);
    assertThat(vectors.stream().map(Arrays::toString)).doesNotHaveDuplicates();
  }

  @Test
  void thePurposeMattersWhereTheModelWantsAPrefix() {
    List<float[]> documents = embedder.embed(texts(), Purpose.DOCUMENT);
    List<float[]> queries = embedder.embed(texts(), Purpose.QUERY);
    for (int i = 0; i < texts().size(); i++) {
      assertThat(!Arrays.equals(documents.get(i), queries.get(i))).isEqualTo(purposesDiffer());
    }
  }

  @Test
  void callsFromSeveralThreadsDoNotChangeAVector() {
    List<float[]> expected = embedder.embed(texts(), Purpose.DOCUMENT);
    ExecutorService callers = Executors.newFixedThreadPool(4);
    try {
      List<CompletableFuture<List<float[]>>> calls = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        calls.add(supplyAsync(() -> embedder.embed(texts(), Purpose.DOCUMENT), callers));
      }
      calls.forEach(call -> assertSame(call.join(), expected));
    } finally {
      callers.shutdown();
    }
  }

  @Test
  void theIdentityIsMeasuredOnTheCanaryTextsAndStays() {
    EmbedderIdentity identity = embedder.identity();
    List<float[]> canaries = embedder.embed(EmbedderIdentity.CANARY_TEXTS, Purpose.DOCUMENT);
    if (identity.fingerprint().equals(EmbedderIdentity.SERVICE)) {
      assertThat(embedder.canary()).isEqualTo(EmbedderIdentity.canary(canaries));
    } else {
      assertThat(identity).isEqualTo(EmbedderIdentity.of(identity.name(), canaries));
      assertThat(embedder.canary()).isEmpty();
    }
    assertThat(identity.dimension()).isEqualTo(dimension());
    assertThat(embedder.identity()).isEqualTo(identity);
  }

  @Test
  void noTextsGiveNoVectors() {
    assertThat(embedder.embed(List.of(), Purpose.DOCUMENT)).isEmpty();
  }

  @Test
  void anEmptyTextGivesAVectorOrAServiceError() {
    try {
      List<float[]> vectors = embedder.embed(List.of(""), Purpose.QUERY);
      assertThat(vectors.get(0)).hasSize(dimension()).doesNotContain(Float.NaN);
    } catch (ServiceException e) {
      assertThat(e).hasMessageContaining(embedder.identity().name());
    }
  }

  private static void assertSame(List<float[]> actual, List<float[]> expected) {
    assertThat(actual.toArray(float[][]::new)).isDeepEqualTo(expected.toArray(float[][]::new));
  }
}
