package dev.carryover.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.FreeTextScore;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Failed;
import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricTest {
  private static final int NEVER = 0;

  @ParameterizedTest
  @EnumSource(AnswerMark.class)
  void onlyACorrectAnswerCounts(AnswerMark mark) {
    Observation observation = observation(new Scored(Optional.of(mark), Optional.empty()));

    assertThat(Metric.accuracy().of(observation)).hasValue(mark == AnswerMark.CORRECT ? 1.0 : 0.0);
    assertThat(Metric.accuracy().chance(observation)).hasValue(0.0);
  }

  @Test
  void freeTextCountsByItsWordsAndNeverAsAccuracy() {
    Observation near = words(AnswerMark.OTHER_WORDS, 0.4);

    assertThat(Metric.exactMatch().of(near)).hasValue(0);
    assertThat(Metric.tokenF1().of(near)).hasValue(0.4);
    assertThat(Metric.exactMatch().of(words(AnswerMark.CORRECT, 1))).hasValue(1);
    assertThat(Metric.accuracy().of(near)).isEmpty();
    for (Metric metric : List.of(Metric.exactMatch(), Metric.tokenF1())) {
      assertThat(metric.chance(near)).as("what guessing would score is not known").isEmpty();
    }
  }

  /** Evidence at ranks 1, 3 and 9, and one that no returned item holds. */
  @ParameterizedTest
  @CsvSource({"1, 0.25", "2, 0.25", "3, 0.5", "8, 0.5", "9, 0.75", "100, 0.75"})
  void recallIsTheShareOfEvidenceWithinTheFirstItems(int k, double share) {
    Observation observation = ranked(1, 421, 1, 3, 9, NEVER);

    assertThat(Metric.recallAt(k).of(observation)).hasValue(share);
  }

  @ParameterizedTest
  @CsvSource({"1, 8, 1.0", "2, 8, 1.0", "8, 8, 1.0", "9, 8, 0.0", "1, 1, 1.0", "2, 1, 0.0"})
  void aSingleEvidenceEventIsWithinTheFirstItemsOrNot(int rank, int k, double recall) {
    assertThat(Metric.recallAt(k).of(ranked(rank, 421, rank))).hasValue(recall);
  }

  /** An event that is split over the items at ranks 2 and 5 is whole at 5, and first hit at 2. */
  @Test
  void aSplitEventCountsOnceItIsWhole() {
    Observation observation = ranked(2, 421, 5);

    assertThat(Metric.recallAt(4).of(observation)).hasValue(0.0);
    assertThat(Metric.recallAt(5).of(observation)).hasValue(1.0);
    assertThat(Metric.mrr().of(observation)).hasValue(0.5);
  }

  @ParameterizedTest
  @CsvSource({"1, 1.0", "2, 0.5", "3, 0.3333333333", "8, 0.125", "0, 0.0"})
  void theReciprocalRankIsThatOfTheFirstHit(int firstHit, double reciprocal) {
    assertThat(Metric.mrr().of(ranked(firstHit, 421, NEVER)).orElseThrow())
        .isCloseTo(reciprocal, within(1e-10));
  }

  @Test
  void coverageIsTheShareOfEvidenceThatTheStoreHolds() {
    RetrievalTrace trace =
        new RetrievalTrace(
            List.of(
                new EvidenceFate("a", true, OptionalInt.of(1)),
                new EvidenceFate("b", true, OptionalInt.empty()),
                new EvidenceFate("c", false, OptionalInt.empty())),
            true,
            OptionalInt.of(1),
            10);

    assertThat(Metric.evidenceCoverage().of(retrieved(trace)).orElseThrow())
        .isCloseTo(2 / 3.0, within(1e-15));
    assertThat(Metric.evidenceCoverage().chance(retrieved(trace))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"8, 400, 0.02", "8, 8, 1.0", "8, 3, 1.0", "2, 3, 0.6666666667", "8, 0, 0.0"})
  void chanceIsDrawingThatManyItemsBlindly(int k, int items, double chance) {
    assertThat(Metric.recallAt(k).chance(ranked(NEVER, items, NEVER)).orElseThrow())
        .isCloseTo(chance, within(1e-10));
  }

  @Test
  void chanceOfAReciprocalRankIsNotKnown() {
    assertThat(Metric.mrr().chance(ranked(1, 421, 1))).isEmpty();
  }

  static Stream<Metric> all() {
    return Stream.of(
        Metric.accuracy(),
        Metric.exactMatch(),
        Metric.tokenF1(),
        Metric.recallAt(8),
        Metric.mrr(),
        Metric.evidenceCoverage());
  }

  @ParameterizedTest
  @MethodSource("all")
  void whatIsNotScoredHasNoValue(Metric metric) {
    for (Outcome outcome : List.of(new Unscored("no evidence"), new Failed("HTTP 503"))) {
      assertThat(metric.of(observation(outcome))).isEqualTo(OptionalDouble.empty());
      assertThat(metric.chance(observation(outcome))).isEqualTo(OptionalDouble.empty());
    }
  }

  @Test
  void aMetricWithoutWhatItNeedsHasNoValue() {
    Observation answerOnly =
        observation(new Scored(Optional.of(AnswerMark.CORRECT), Optional.empty()));
    Observation unranked =
        retrieved(
            new RetrievalTrace(
                List.of(new EvidenceFate("a", true, OptionalInt.of(1))),
                false,
                OptionalInt.of(1),
                10));

    assertThat(Metric.accuracy().of(ranked(1, 10, 1))).isEmpty();
    assertThat(Metric.accuracy().chance(ranked(1, 10, 1))).isEmpty();
    for (Metric ranking : List.of(Metric.recallAt(8), Metric.mrr())) {
      assertThat(ranking.of(answerOnly)).isEmpty();
      assertThat(ranking.of(unranked)).isEmpty();
      assertThat(ranking.chance(unranked)).isEmpty();
    }
    assertThat(Metric.exactMatch().of(answerOnly)).isEmpty();
    assertThat(Metric.tokenF1().of(answerOnly)).isEmpty();
    assertThat(Metric.evidenceCoverage().of(answerOnly)).isEmpty();
    assertThat(Metric.evidenceCoverage().of(unranked)).hasValue(1.0);
  }

  @Test
  void aNameCarriesItsParameters() {
    assertThat(all().map(Metric::name))
        .containsExactly(
            "accuracy", "exact-match", "token-f1", "recall@8", "mrr", "evidence-coverage");
    assertThat(Metric.recallAt(8)).hasToString("recall@8");
    assertThat(Metric.recallAt(8))
        .isEqualTo(Metric.recallAt(8))
        .hasSameHashCodeAs(Metric.recallAt(8));
    assertThat(Metric.recallAt(8)).isNotEqualTo(Metric.recallAt(2)).isNotEqualTo(Metric.mrr());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void recallNeedsAtLeastOneItem(int k) {
    assertThatThrownBy(() -> Metric.recallAt(k))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("recall@" + k);
  }

  private static Observation ranked(int firstHit, int items, int... ranks) {
    List<EvidenceFate> fates = new ArrayList<>();
    for (int rank : ranks) {
      fates.add(new EvidenceFate("e" + fates.size(), true, rank(rank)));
    }
    return retrieved(new RetrievalTrace(fates, true, rank(firstHit), items));
  }

  private static OptionalInt rank(int rank) {
    return rank == NEVER ? OptionalInt.empty() : OptionalInt.of(rank);
  }

  private static Observation retrieved(RetrievalTrace trace) {
    return observation(new Scored(Optional.empty(), Optional.of(trace)));
  }

  private static Observation words(AnswerMark mark, double f1) {
    return observation(
        new Scored(Optional.empty(), Optional.of(new FreeTextScore(mark, f1)), Optional.empty()));
  }

  private static Observation observation(Outcome outcome) {
    return new Observation("cell", "p", "direct", outcome, Optional.empty(), List.of(), 0);
  }
}
