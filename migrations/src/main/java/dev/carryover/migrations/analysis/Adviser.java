package dev.carryover.migrations.analysis;

import dev.carryover.core.Cell;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.Advice;
import dev.carryover.core.report.Diagnosis.StageCount;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.migrations.analysis.MatchedCell.Reads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What to try about the loss of one cell. A stage is spoken of only where the 95 % interval of what
 * it would win lies over 0; the reader comes last whatever it would win.
 */
final class Adviser {
  private final PlannedFormat format;
  private final MatchedCell cell;
  private final Optional<MatchedCell> before;

  Adviser(PlannedFormat format, MatchedCell cell, Optional<MatchedCell> before) {
    this.format = format;
    this.cell = cell;
    this.before = before.filter(known -> known != cell);
  }

  List<Advice> advice() {
    SortedMap<String, StageCount> counts = LostAnswers.count(cell, before);
    List<Advice> list = new ArrayList<>();
    counts.forEach((stage, count) -> about(stage, count).ifPresent(list::add));
    list.sort(
        Comparator.comparing((Advice one) -> one.stage().equals(Diagnosis.READING))
            .thenComparing(one -> -one.gain())
            .thenComparing(one -> Diagnosis.STAGES.indexOf(one.stage())));
    return list;
  }

  private Optional<Advice> about(String stage, StageCount count) {
    if (stage.equals(Diagnosis.UNTOLD)) {
      return Optional.empty();
    }
    double[] shares =
        cell.reads().values().stream().mapToDouble(reads -> shareLostAt(stage, reads)).toArray();
    Optional<Interval> interval = TEstimate.of(shares).map(TEstimate::interval);
    if (interval.filter(known -> known.low() > 0).isEmpty() && !sameEverywhere(shares)) {
      return Optional.empty();
    }
    return Optional.of(
        new Advice(
            cell.treatment().format(),
            cell.treatment().direction(),
            cell.treatment().name(),
            stage,
            Spread.mean(shares).orElseThrow(),
            Spread.low(interval),
            Spread.high(interval),
            count.answers(),
            count.beforeHad(),
            text(stage)));
  }

  /** Two histories or more that all lost the same share have no interval, and agree. */
  private static boolean sameEverywhere(double[] shares) {
    return shares.length > 1 && TEstimate.of(shares).isEmpty();
  }

  private double shareLostAt(String stage, List<Reads> reads) {
    long lost =
        reads.stream()
            .filter(read -> !cell.isRight(read.normal()) && cell.stage(read).equals(stage))
            .count();
    return lost / (double) reads.size();
  }

  private String text(String stage) {
    return switch (stage) {
      case Diagnosis.CONSTRUCTION -> construction();
      case Diagnosis.RETRIEVAL -> retrieval();
      case Diagnosis.DELIVERY -> delivery();
      case Diagnosis.MEMORY ->
          "The original events are read rightly and what was kept of them is not: have the new"
              + " model compute it anew from the history.";
      default ->
          "Even the original events are not read rightly: only now is the reader to blame, its prompt"
              + " or the question itself. Nothing that is done to the memory wins this.";
    };
  }

  private String construction() {
    if (isWritten()) {
      return "The store does not hold it in a form that this reader can use. Have the writer keep"
          + " more: a larger cap ('"
          + format.name()
          + ": {cap: ...}'), or a rewrite with the raw history at hand (treatment 'repaired-raw-retained',"
          + " with 'repairs: true'). A rewrite from the store alone cannot bring back what it lacks.";
    }
    return "The store holds it in parts or not at all: larger chunks with an overlap, or whole events as chunks.";
  }

  private String retrieval() {
    List<String> ways = new ArrayList<>();
    Cell planned = cell.treatment().cell().orElseThrow();
    if (!planned.indexEmbedder().equals(planned.queryEmbedder())) {
      ways.add(
          "the question is embedded by '%s' and the store by '%s': embed the store anew, or route each question to the index of its own embedder"
              .formatted(planned.queryEmbedder(), planned.indexEmbedder()));
    }
    format
        .rankedItems()
        .ifPresent(k -> ways.add("bring back more than " + k + " items" + nextHits()));
    if (ways.isEmpty()) {
      ways.add("let the read path bring back more, or search it in another way");
    }
    return "It is stored and does not come back: " + String.join("; ", ways) + ".";
  }

  /** How often a part of the evidence came back, which a larger k could complete. */
  private String nextHits() {
    long partly =
        LostAnswers.of(cell).stream()
            .filter(reads -> cell.stage(reads).equals(Diagnosis.RETRIEVAL))
            .filter(
                reads ->
                    reads
                        .observation()
                        .outcome()
                        .scored()
                        .flatMap(Scored::retrieval)
                        .filter(trace -> trace.firstHit().isPresent())
                        .isPresent())
            .count();
    return partly == 0 ? "" : " (of " + partly + " answers a part came back)";
  }

  private String delivery() {
    return isWholeStore()
        ? "The reader is shown the whole store, the evidence in it, and answers wrongly: show it less at"
            + " a time, by a smaller memory or by a search before the reading."
        : "All of the evidence came back and the answer is wrong all the same: the reader loses it"
            + " among the rest. Show fewer or other items beside it, before you blame the reader.";
  }

  private boolean isWritten() {
    return cell.treatment().cell().filter(c -> !c.writer().equals(Cell.NOBODY)).isPresent();
  }

  private boolean isWholeStore() {
    return format.rankedItems().isEmpty();
  }
}
