package dev.carryover.core.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.ServiceException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SharedVectorsTest {
  private static final int DIMENSION = 64;

  private final SharedVectors shared = new SharedVectors();
  private final LetterEmbedder first = letters();
  private final LetterEmbedder second = letters();

  @Test
  void whatOneRunEmbeddedTheNextDoesNotEmbedAgain() {
    shared.over(first).embed(List.of("a", "b"), Purpose.DOCUMENT);
    List<float[]> vectors = shared.over(second).embed(List.of("b", "c", "a"), Purpose.DOCUMENT);

    assertThat(second.asked()).containsExactly("c");
    assertThat(vectors.toArray(float[][]::new))
        .isDeepEqualTo(
            letters().embed(List.of("b", "c", "a"), Purpose.DOCUMENT).toArray(float[][]::new));
  }

  @Test
  void aTextThatOccursTwiceInACallIsEmbeddedOnce() {
    List<float[]> vectors = shared.over(first).embed(List.of("a", "b", "a"), Purpose.QUERY);

    assertThat(first.asked()).containsExactly("a", "b");
    assertThat(vectors.get(2)).isEqualTo(vectors.get(0)).isNotEqualTo(vectors.get(1));
  }

  @Test
  void anotherPurposeAnotherSpaceAndOtherSettingsShareNothing() {
    LetterEmbedder shifted = new LetterEmbedder("letters", DIMENSION, 1);
    shared.over(first).embed(List.of("a"), Purpose.DOCUMENT);

    shared.over(first).embed(List.of("a"), Purpose.QUERY);
    shared.over(shifted).embed(List.of("a"), Purpose.DOCUMENT);
    shared.over(new Disguised(second, false)).embed(List.of("a"), Purpose.DOCUMENT);

    assertThat(first.asked()).containsExactly("a", "a");
    assertThat(shifted.asked()).containsExactly("a");
    assertThat(second.asked()).containsExactly("a");
  }

  @Test
  void whatAServiceEmbedsIsNotRemembered() {
    Embedder service = new Disguised(first, true);

    shared.over(service).embed(List.of("a"), Purpose.QUERY);
    shared.over(service).embed(List.of("a"), Purpose.QUERY);

    assertThat(first.asked()).containsExactly("a", "a");
  }

  @Test
  void theLeastRecentlyUsedMakesRoom() {
    Embedder small = new SharedVectors(2 * 450).over(first);
    small.embed(List.of("a"), Purpose.DOCUMENT);
    small.embed(List.of("b"), Purpose.DOCUMENT);
    small.embed(List.of("a"), Purpose.DOCUMENT);
    small.embed(List.of("c"), Purpose.DOCUMENT);

    small.embed(List.of("a"), Purpose.DOCUMENT);
    small.embed(List.of("b"), Purpose.DOCUMENT);

    assertThat(first.asked()).containsExactly("a", "b", "c", "b");
  }

  @Test
  void oneVectorTooLargeForTheMemoryIsStillReturned() {
    Embedder none = new SharedVectors(0).over(first);

    assertThat(none.embed(List.of("a", "b"), Purpose.DOCUMENT)).hasSize(2).doesNotContainNull();
  }

  @Test
  void whatFailsIsNotRemembered() {
    Embedder remembering = shared.over(first);
    assertThatThrownBy(() -> remembering.embed(List.of("a", "broken"), Purpose.DOCUMENT))
        .isInstanceOf(ServiceException.class);

    remembering.embed(List.of("a"), Purpose.DOCUMENT);

    assertThat(first.asked()).containsExactly("a", "broken", "a");
  }

  private static LetterEmbedder letters() {
    return new LetterEmbedder("letters", DIMENSION, 0);
  }

  /** The same vectors under other settings, or from a service. */
  private record Disguised(LetterEmbedder letters, boolean service) implements Embedder {
    @Override
    public EmbedderIdentity identity() {
      return service
          ? new EmbedderIdentity("letters", DIMENSION, EmbedderIdentity.SERVICE)
          : letters.identity();
    }

    @Override
    public SortedMap<String, String> settings() {
      return new TreeMap<>(Map.of("prefix", "other"));
    }

    @Override
    public List<float[]> embed(List<String> texts, Purpose purpose) {
      return letters.embed(texts, purpose);
    }
  }
}
