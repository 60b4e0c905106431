package dev.carryover.migrations.analysis;

import dev.carryover.core.Cell;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.Advice;
import dev.carryover.core.report.Diagnosis.StageCount;
import dev.carryover.core.stats.Interval;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.migrations.analysis.MatchedCell.Reads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What to try about the loss of one cell. A stage is spoken of only where the 95 % interval of what
 * it would win lies over 0; the reader comes last whatever it would win.
 */
final class Adviser {
  private static final String CAP = "cap";

  private final PlannedFormat format;
  private final MatchedCell cell;
  private final Optional<MatchedCell> before;
  private final Optional<MatchedCell> own;

  /**
   * @param before what the losses are compared with
   * @param own the reader's own store, which shows what making the store anew would change
   */
  Adviser(
      PlannedFormat format,
      MatchedCell cell,
      Optional<MatchedCell> before,
      Optional<MatchedCell> own) {
    this.format = format;
    this.cell = cell;
    this.before = before.filter(known -> known != cell);
    this.own = own.filter(known -> !known.sameAs(cell));
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
    double[] shares = values(lostAt(stage, cell));
    Optional<Interval> interval = TEstimate.of(shares).map(TEstimate::interval);
    boolean allAlike = shares.length > 1 && interval.isEmpty();
    if (!allAlike && interval.filter(known -> known.low() > 0).isEmpty()) {
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

  /** By history, the share of the probes that can be told which was lost at a stage. */
  private static Map<String, Double> lostAt(String stage, MatchedCell some) {
    Map<String, Double> shares = new LinkedHashMap<>();
    some.reads()
        .forEach(
            (history, reads) -> {
              List<Reads> told = reads.stream().filter(some::tells).toList();
              long lost =
                  told.stream()
                      .filter(read -> !some.isRight(read.normal()))
                      .filter(read -> some.stage(read).equals(stage))
                      .count();
              if (!told.isEmpty()) {
                shares.put(history, lost / (double) told.size());
              }
            });
    return shares;
  }

  private static double[] values(Map<String, Double> shares) {
    return shares.values().stream().mapToDouble(Double::doubleValue).toArray();
  }

  private String text(String stage) {
    return switch (stage) {
      case Diagnosis.CONSTRUCTION -> construction();
      case Diagnosis.RETRIEVAL -> retrieval();
      case Diagnosis.DELIVERY -> delivery();
      case Diagnosis.MEMORY ->
          "The reader answers from the original events and not from what was kept of them: have it"
              + " compute that anew from the history.";
      default ->
          "Only then the reader: it fails on the original events too, so nothing that is done to the"
              + " memory wins this. Look at its prompt, or at the questions.";
    };
  }

  private String construction() {
    String missing = "The store does not hold it in a form that this reader can use. ";
    if (cell.treatment().cell().filter(c -> c.writer().equals(Cell.NOBODY)).isPresent()) {
      return missing
          + "Keep whole events together: larger chunks, or one event a chunk"
          + (settings("chunk"))
          + ".";
    }
    return missing
        + "Have the writer keep more, from the raw history"
        + (format.settings().containsKey(CAP) ? ", under a larger cap" + settings(CAP) : "")
        + anew(Diagnosis.CONSTRUCTION, "a store that the new model writes itself")
        + ".";
  }

  private String retrieval() {
    Cell planned = cell.treatment().cell().orElseThrow();
    List<String> ways = new ArrayList<>();
    if (!planned.indexEmbedder().equals(planned.queryEmbedder())) {
      ways.add(
          "embed the store anew, or send each question to an index of its own embedder"
              + anew(Diagnosis.RETRIEVAL, "a store in the new embedder's space"));
    }
    format
        .rankedItems()
        .ifPresent(k -> ways.add("bring back more than " + k + " items" + partly()));
    return "It is stored and does not come back: "
        + (ways.isEmpty() ? "let the read path bring back more" : String.join("; or ", ways))
        + ".";
  }

  /** Of how many of these answers some of the evidence came back, which a larger k may complete. */
  private String partly() {
    long partly =
        LostAnswers.of(cell).stream()
            .filter(reads -> cell.stage(reads).equals(Diagnosis.RETRIEVAL))
            .filter(reads -> LostAnswers.firstHit(reads.observation()).isPresent())
            .count();
    return partly == 0 ? "" : " (of " + partly + " answers a part came back)";
  }

  private String delivery() {
    return format.rankedItems().isEmpty()
        ? "The reader is shown all of it at once, the evidence too, and answers wrongly: show it less,"
            + " by a smaller memory or by a search before the reading, before you blame the reader."
        : "All of the evidence comes back and the answer is wrong all the same: the reader loses it"
            + " among the rest. Show fewer items, or the best ones first, before you blame the reader.";
  }

  /** Whether making the store anew is shown to help at a stage, told with both figures. */
  private String anew(String stage, String what) {
    Map<String, Double> here = lostAt(stage, cell);
    Map<String, Double> there = own.map(known -> lostAt(stage, known)).orElse(Map.of());
    double[] wins =
        here.entrySet().stream()
            .filter(share -> there.containsKey(share.getKey()))
            .mapToDouble(share -> share.getValue() - there.getOrDefault(share.getKey(), 0.0))
            .toArray();
    if (wins.length == 0) {
      return "";
    }
    Optional<Interval> interval = TEstimate.of(wins).map(TEstimate::interval);
    String verdict = "is not shown to help or to harm";
    if (interval.filter(known -> known.low() > 0).isPresent()) {
      verdict = "helps";
    } else if (interval.filter(known -> known.high() < 0).isPresent()) {
      verdict = "makes it worse";
    }
    return String.format(
        Locale.ROOT,
        " (%s %s: it loses %.3f at this stage, this one %.3f)",
        what,
        verdict,
        Spread.mean(values(there)).orElseThrow(),
        Spread.mean(values(here)).orElseThrow());
  }

  private String settings(String key) {
    String value = format.settings().get(key);
    return value == null ? "" : " ('" + key + "' is " + value + ")";
  }
}
