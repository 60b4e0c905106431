package dev.carryover.formats.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExactIndexTest {
  private static final double ROUNDING = 1e-5;

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "7, 3, 8", "1000, 16, 8", "1024, 5, 8", "1025, 6, 8", "5000, 386, 20"})
  void nothingCloserIsLeftOut(int count, int dimension, int k) {
    List<float[]> vectors = Vectors.clustered(count, dimension, 2);
    List<float[]> queries = Vectors.clustered(40, dimension, 3);

    List<List<Hit>> found = ExactIndex.of(Vectors.rows(vectors), 2).nearest(queries, k);

    for (int i = 0; i < queries.size(); i++) {
      double[] cosines = Vectors.cosines(vectors, queries.get(i));
      List<Integer> truth = Vectors.closest(vectors, queries.get(i), k);
      assertThat(found.get(i)).hasSize(Math.min(k, count)).isSortedAccordingTo(Hit.BEST_FIRST);
      assertThat(found.get(i)).extracting(Hit::item).doesNotHaveDuplicates();
      for (int rank = 0; rank < truth.size(); rank++) {
        Hit hit = found.get(i).get(rank);
        assertThat(hit.score()).isEqualTo(cosines[hit.item()], within(ROUNDING));
        assertThat(hit.score()).isEqualTo(cosines[truth.get(rank)], within(ROUNDING));
      }
    }
  }

  @Test
  void scoresAreTheSameToTheBitAloneInABatchAndOnSeveralThreads() {
    List<float[]> vectors = Vectors.clustered(20_000, 50, 4);
    List<float[]> queries = Vectors.clustered(70, 50, 5);
    ExactIndex onOne = ExactIndex.of(Vectors.rows(vectors), 1);

    List<List<Hit>> together = onOne.nearest(queries, 8);

    assertThat(ExactIndex.of(Vectors.rows(vectors), 5).nearest(queries, 8)).isEqualTo(together);
    for (int i = 0; i < queries.size(); i++) {
      assertThat(onOne.nearest(List.of(queries.get(i)), 8)).containsExactly(together.get(i));
    }
  }

  @Test
  void cosineCountsWhereVectorsAreNotOfUnitLength() {
    List<float[]> vectors =
        List.of(new float[] {100, 90}, new float[] {0.01f, 0}, new float[] {-5, 0});

    List<Hit> found =
        ExactIndex.of(Vectors.rows(vectors), 1).nearest(List.of(new float[] {3, 0}), 3).get(0);

    assertThat(found).extracting(Hit::item).containsExactly(1, 0, 2);
    assertThat(found).extracting(Hit::score).first().isEqualTo(1.0);
    assertThat(found.get(2).score()).isEqualTo(-1.0);
  }

  @Test
  void ofEqualVectorsTheFirstRanksFirst() {
    List<float[]> vectors = new ArrayList<>(Collections.nCopies(3_000, new float[] {0, 1, 0}));
    vectors.set(1_500, new float[] {1, 0, 0});

    List<Hit> found =
        ExactIndex.of(Vectors.rows(vectors), 4).nearest(List.of(new float[] {1, 1, 0}), 4).get(0);

    assertThat(found).extracting(Hit::item).containsExactly(0, 1, 2, 3);
  }

  @Test
  void anEmptyIndexFindsNothing() {
    ExactIndex empty = ExactIndex.of(VectorRows.of(4, List.of()), 1);

    assertThat(empty.nearest(List.of(new float[] {1, 0, 0, 0}), 8)).containsExactly(List.of());
  }

  @Test
  void aQueryOfAnotherDimensionIsRefused() {
    ExactIndex index = ExactIndex.of(Vectors.rows(List.of(new float[] {1, 0})), 1);

    assertThatThrownBy(() -> index.nearest(List.of(new float[] {1, 0, 0}), 1))
        .hasMessageContaining("3")
        .hasMessageContaining("2");
  }
}
