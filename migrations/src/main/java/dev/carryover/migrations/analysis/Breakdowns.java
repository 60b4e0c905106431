package dev.carryover.migrations.analysis;

import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.Breakdown;
import dev.carryover.core.report.Diagnosis.Part;
import dev.carryover.core.report.Diagnosis.StageCount;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.migrations.analysis.MatchedCell.Reads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The loss of a format in its parts (spec 1.11), on the probes that every read scored: cells are
 * averaged within a history, then histories.
 */
final class Breakdowns {
  private static final ToDoubleFunction<Reads> TOTAL = reads -> 1 - reads.normal();
  private static final ToDoubleFunction<Reads> RETRIEVAL =
      reads -> reads.stored().orElseThrow() - reads.normal();
  private static final ToDoubleFunction<Reads> CONSTRUCTION =
      reads -> reads.raw().orElseThrow() - reads.stored().orElseThrow();
  private static final ToDoubleFunction<Reads> READING = reads -> 1 - reads.raw().orElseThrow();

  private static final String NO_TEXTS =
      "the memory holds no texts to pick the evidence from: construction and retrieval are one loss";

  private final List<MatchedCell> cells;
  private final String direction;
  private final String treatment;

  private Breakdowns(List<MatchedCell> cells, String direction, String treatment) {
    this.cells = cells;
    this.direction = direction;
    this.treatment = treatment;
  }

  /** The loss of one cell. */
  static Breakdown of(MatchedCell cell, Optional<MatchedCell> before) {
    Breakdown found =
        new Breakdowns(List.of(cell), cell.treatment().direction(), cell.treatment().name())
            .breakdown(LostAnswers.count(cell, before));
    return found;
  }

  /** The mean loss of several cells, each counted once. */
  static Breakdown pooled(List<MatchedCell> cells, String direction) {
    SortedMap<String, StageCount> lost = new TreeMap<>();
    cells.forEach(
        cell ->
            LostAnswers.count(cell, Optional.empty())
                .forEach(
                    (stage, count) ->
                        lost.merge(
                            stage,
                            count,
                            (a, b) ->
                                new StageCount(a.answers() + b.answers(), OptionalInt.empty()))));
    return new Breakdowns(cells, direction, Diagnosis.POOLED).breakdown(lost);
  }

  /**
   * How much worse readers are shown to do with isolated items than with the memory's own read: the
   * 95 % interval of stored minus normal, where it lies wholly under 0. Histories that all agree
   * have no spread and are taken at their word: to leave a format out is the careful choice.
   */
  static Optional<Interval> worseAlone(List<MatchedCell> cells) {
    double[] gaps = values(new Breakdowns(cells, "", "").perHistory(Reads::whole, RETRIEVAL));
    Optional<Interval> interval = TEstimate.of(gaps).map(TEstimate::interval);
    if (interval.isEmpty() && gaps.length > 1) {
      interval = Optional.of(new Interval(gaps[0], gaps[0]));
    }
    return interval.filter(gap -> gap.high() < 0);
  }

  private Breakdown breakdown(SortedMap<String, StageCount> lost) {
    MatchedCell first = cells.get(0);
    Optional<String> untold = cells.stream().flatMap(cell -> cell.untold().stream()).findFirst();
    boolean noTexts = cells.stream().anyMatch(MatchedCell::keepsNoTexts);
    Predicate<Reads> counted =
        untold.isPresent()
            ? reads -> true
            : noTexts ? reads -> reads.raw().isPresent() : Reads::whole;
    int probes = (int) all().stream().filter(counted).count();
    boolean parts = untold.isEmpty() && probes > 0;
    if (untold.isEmpty() && probes == 0) {
      untold = Optional.of("no probe was scored under every read: see the unscored ones for why");
      counted = reads -> true;
    }
    Optional<Part> total = part(counted, TOTAL, OptionalDouble.empty());
    OptionalDouble mean =
        total.map(t -> OptionalDouble.of(t.value())).orElse(OptionalDouble.empty());
    boolean asked = !first.askedNobody();
    return new Breakdown(
        first.treatment().format(),
        direction,
        treatment,
        first.measure().name(),
        perHistory(counted, TOTAL).size(),
        (int) all().stream().filter(counted).count(),
        (int) all().stream().filter(counted.negate()).count(),
        total,
        parts && !noTexts ? part(counted, RETRIEVAL, mean) : Optional.empty(),
        parts && !noTexts ? part(counted, CONSTRUCTION, mean) : Optional.empty(),
        parts && asked ? part(counted, READING, mean) : Optional.empty(),
        lost,
        untold.or(() -> noTexts ? Optional.of(NO_TEXTS) : Optional.empty()));
  }

  private List<Reads> all() {
    return cells.stream()
        .flatMap(cell -> cell.reads().values().stream())
        .flatMap(List::stream)
        .toList();
  }

  private Optional<Part> part(
      Predicate<Reads> counted, ToDoubleFunction<Reads> loss, OptionalDouble total) {
    double[] values = values(perHistory(counted, loss));
    if (values.length == 0) {
      return Optional.empty();
    }
    double mean = Spread.mean(values).orElseThrow();
    Optional<Interval> interval = TEstimate.of(values).map(TEstimate::interval);
    OptionalDouble share =
        total.isPresent() && total.getAsDouble() > 0
            ? OptionalDouble.of(mean / total.getAsDouble())
            : OptionalDouble.empty();
    return Optional.of(
        new Part(
            mean, Spread.low(interval), Spread.high(interval), share, inProbes(counted, loss)));
  }

  /** Counted in probes where every read is wholly right or wrong. */
  private OptionalInt inProbes(Predicate<Reads> counted, ToDoubleFunction<Reads> loss) {
    List<Reads> reads = all().stream().filter(counted).toList();
    boolean inWholes =
        reads.stream()
            .allMatch(
                r ->
                    isWhole(r.normal())
                        && isWhole(r.stored().orElse(0))
                        && isWhole(r.raw().orElse(0)));
    return inWholes
        ? OptionalInt.of((int) Math.round(reads.stream().mapToDouble(loss).sum()))
        : OptionalInt.empty();
  }

  private static boolean isWhole(double score) {
    return score == 0 || score == 1;
  }

  /** The mean of each cell within a history, then over cells. */
  private Map<String, Double> perHistory(Predicate<Reads> counted, ToDoubleFunction<Reads> loss) {
    Map<String, List<Double>> byHistory = new LinkedHashMap<>();
    for (MatchedCell cell : cells) {
      cell.reads()
          .forEach(
              (history, reads) ->
                  reads.stream()
                      .filter(counted)
                      .mapToDouble(loss)
                      .average()
                      .ifPresent(
                          mean ->
                              byHistory
                                  .computeIfAbsent(history, key -> new ArrayList<>())
                                  .add(mean)));
    }
    Map<String, Double> means = new LinkedHashMap<>();
    byHistory.forEach(
        (history, values) ->
            means.put(
                history, values.stream().mapToDouble(Double::doubleValue).average().orElseThrow()));
    return means;
  }

  private static double[] values(Map<String, Double> perHistory) {
    return perHistory.values().stream().mapToDouble(Double::doubleValue).toArray();
  }
}
