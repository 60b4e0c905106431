package dev.carryover.core.metrics;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.FreeTextScore;
import dev.carryover.core.Observation;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A measure of one observation, from 0 to 1; undefined where the observation lacks what it needs.
 * The name carries the parameters, such as {@code recall@8}.
 */
public final class Metric {
  private final String name;
  private final Function<Observation.Scored, OptionalDouble> value;
  private final Function<Observation.Scored, OptionalDouble> chance;

  private Metric(
      String name,
      Function<Observation.Scored, OptionalDouble> value,
      Function<Observation.Scored, OptionalDouble> chance) {
    this.name = name;
    this.value = value;
    this.chance = chance;
  }

  /** Share of probes whose code was answered exactly (spec 1.4). Codes are random: chance is 0. */
  public static Metric accuracy() {
    return new Metric(
        "accuracy",
        scored -> ofAnswer(scored, mark -> mark == AnswerMark.CORRECT ? 1 : 0),
        scored -> ofAnswer(scored, mark -> 0));
  }

  /**
   * Share of probes whose free text was answered in the same words after SQuAD's normalisation.
   * What guessing would score is not known.
   */
  public static Metric exactMatch() {
    return new Metric(
        "exact-match",
        scored -> ofWords(scored, words -> words.mark() == AnswerMark.CORRECT ? 1 : 0),
        scored -> OptionalDouble.empty());
  }

  /**
   * Words that the answer and the right one have in common: SQuAD's F1 of one probe. What guessing
   * would score is not known.
   */
  public static Metric tokenF1() {
    return new Metric(
        "token-f1",
        scored -> ofWords(scored, FreeTextScore::tokenF1),
        scored -> OptionalDouble.empty());
  }

  /**
   * Share of a probe's evidence events that are wholly within the first k items (spec 1.5). Chance
   * is that of k items drawn blindly from the store; 0 where the store is empty.
   */
  public static Metric recallAt(int k) {
    if (k < 1) {
      throw new IllegalArgumentException("recall@" + k + ": k must be at least 1");
    }
    return new Metric(
        "recall@" + k,
        scored -> ofRanking(scored, trace -> share(trace, fate -> within(fate.rank(), k))),
        scored -> ofRanking(scored, trace -> drawnBlindly(k, trace.items())));
  }

  /**
   * Mean reciprocal rank of the first item that holds any of the evidence; 0 where none of the
   * returned items does (spec 1.5).
   */
  public static Metric mrr() {
    return new Metric(
        "mrr",
        scored ->
            ofRanking(
                scored,
                trace -> trace.firstHit().isEmpty() ? 0 : 1.0 / trace.firstHit().getAsInt()),
        scored -> OptionalDouble.empty());
  }

  /** Share of a probe's evidence events that the store holds wholly (spec 1.5). */
  public static Metric evidenceCoverage() {
    return new Metric(
        "evidence-coverage",
        scored ->
            scored
                .retrieval()
                .map(trace -> OptionalDouble.of(share(trace, EvidenceFate::kept)))
                .orElse(OptionalDouble.empty()),
        scored -> OptionalDouble.empty());
  }

  /** The name with its parameters. */
  public String name() {
    return name;
  }

  /** The value for one observation. */
  public OptionalDouble of(Observation observation) {
    return observation.outcome().scored().map(value).orElse(OptionalDouble.empty());
  }

  /** What guessing would score on the same observation, where that is known. */
  public OptionalDouble chance(Observation observation) {
    return observation.outcome().scored().map(chance).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble ofAnswer(
      Observation.Scored scored, Function<AnswerMark, Integer> points) {
    return scored
        .answer()
        .map(mark -> OptionalDouble.of(points.apply(mark)))
        .orElse(OptionalDouble.empty());
  }

  private static OptionalDouble ofWords(
      Observation.Scored scored, ToDoubleFunction<FreeTextScore> points) {
    return scored
        .words()
        .map(words -> OptionalDouble.of(points.applyAsDouble(words)))
        .orElse(OptionalDouble.empty());
  }

  private static OptionalDouble ofRanking(
      Observation.Scored scored, Function<RetrievalTrace, Number> points) {
    return scored
        .retrieval()
        .filter(RetrievalTrace::ranked)
        .map(trace -> OptionalDouble.of(points.apply(trace).doubleValue()))
        .orElse(OptionalDouble.empty());
  }

  private static double share(RetrievalTrace trace, Function<EvidenceFate, Boolean> counts) {
    long hits = trace.evidence().stream().filter(counts::apply).count();
    return hits / (double) trace.evidence().size();
  }

  private static double drawnBlindly(int k, int items) {
    return items == 0 ? 0 : Math.min(1, k / (double) items);
  }

  private static boolean within(OptionalInt rank, int k) {
    return rank.isPresent() && rank.getAsInt() <= k;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Metric metric && metric.name.equals(name);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name);
  }

  @Override
  public String toString() {
    return name;
  }
}
