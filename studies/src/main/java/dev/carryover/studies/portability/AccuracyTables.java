package dev.carryover.studies.portability;

import dev.carryover.core.Cell;
import dev.carryover.core.Plan;
import dev.carryover.core.report.Figure;
import dev.carryover.migrations.plan.Treatments;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import dev.carryover.studies.swap.Formats;
import dev.carryover.studies.swap.Shown;
import dev.carryover.studies.swap.Trial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What formats and indexes score, beside the paper's T3 and T4. */
final class AccuracyTables {
  private AccuracyTables() {}

  /** A format under a reader: what it scores on its own store, and on the inherited one. */
  record Row(String format, String reader, Optional<Figure> own, Optional<Figure> inherited) {
    /** The paper's swap, in points: inherited minus own, so that a loss is negative. */
    OptionalDouble points() {
      OptionalDouble ours = mean(own);
      OptionalDouble theirs = mean(inherited);
      return ours.isPresent() && theirs.isPresent()
          ? OptionalDouble.of(100 * (theirs.getAsDouble() - ours.getAsDouble()))
          : OptionalDouble.empty();
    }

    private static OptionalDouble mean(Optional<Figure> figure) {
      return figure.map(Figure::mean).orElse(OptionalDouble.empty());
    }
  }

  /** Each format under the old and the new reader, in the order of the paper's T3. */
  static List<Row> formats(Trial modelSwap, String oldReader, String newReader) {
    List<Row> rows = new ArrayList<>();
    for (String format : List.of(Formats.NOTES, Formats.CLAIMS, Formats.TRANSCRIPT, Formats.RAG)) {
      rows.add(row(modelSwap, format, Plan.NEW_TO_OLD, oldReader));
      rows.add(row(modelSwap, format, Plan.OLD_TO_NEW, newReader));
    }
    return rows;
  }

  /** T3. */
  static StudyTable t3(List<Row> formats) {
    List<List<Entry>> rows = new ArrayList<>();
    for (int i = 0; i < formats.size(); i++) {
      Row row = formats.get(i);
      PaperFigures.Accuracy paper = PaperFigures.ACCURACIES.get(i);
      rows.add(
          List.of(
              Shown.text(row.format()),
              Shown.text(row.reader()),
              Shown.rate(row.own()),
              Shown.rate(row.inherited()),
              Shown.points(row.points()),
              Shown.text(paper.reader()),
              Shown.rate(paper.own()),
              Shown.rate(paper.inherited()),
              Shown.points(
                  paper.inherited().isPresent()
                      ? OptionalDouble.of(100 * (paper.inherited().getAsDouble() - paper.own()))
                      : OptionalDouble.empty())));
    }
    return new StudyTable(
        "t3_accuracy",
        "Accuracy by format and reader (T3); points are inherited minus own, a loss is negative",
        List.of(
            "format",
            "reader",
            "own",
            "inherited",
            "points",
            "paper_reader",
            "paper_own",
            "paper_inherited",
            "paper_points"),
        rows);
  }

  /** T4: the mean of all readers within each history. */
  static StudyTable t4(EmbedderSwap swap, String recall) {
    Map<String, String> names = new LinkedHashMap<>();
    names.put(Treatments.BEFORE, "old index");
    names.put(EmbedderSwap.FULL, "full re-embed");
    names.put(EmbedderSwap.MIXED, "50/50");
    names.put(Treatments.IDEAL_ROUTER, "ideal router");
    PaperFigures.Index old = PaperFigures.INDEXES.get(0);
    OptionalDouble before = mean(swap.perHistory(Treatments.BEFORE, Formats.ACCURACY));
    List<List<Entry>> rows = new ArrayList<>();
    for (PaperFigures.Index paper : PaperFigures.INDEXES) {
      Map<String, Double> accuracy = swap.perHistory(paper.treatment(), Formats.ACCURACY);
      boolean first = paper.equals(old);
      rows.add(
          List.of(
              Shown.text(names.getOrDefault(paper.treatment(), paper.treatment())),
              Shown.rate(accuracy.values()),
              first ? Shown.absent() : Shown.points(gain(mean(accuracy), before)),
              Shown.rate(swap.perHistory(paper.treatment(), recall).values()),
              Shown.rate(swap.perHistory(paper.treatment(), "mrr").values()),
              Shown.rate(paper.accuracy()),
              first ? Shown.absent() : Shown.points(100 * (paper.accuracy() - old.accuracy())),
              Shown.rate(paper.recall()),
              Shown.rate(paper.mrr())));
    }
    return new StudyTable(
        "t4_retrieval",
        "An embedder replaced (T4), the mean of the readers; gain in points over the old index",
        List.of(
            "index",
            "accuracy",
            "gain",
            recall,
            "mrr",
            "paper_accuracy",
            "paper_gain",
            "paper_recall",
            "paper_mrr"),
        rows);
  }

  private static OptionalDouble gain(OptionalDouble accuracy, OptionalDouble before) {
    return accuracy.isPresent() && before.isPresent()
        ? OptionalDouble.of(100 * (accuracy.getAsDouble() - before.getAsDouble()))
        : OptionalDouble.empty();
  }

  private static OptionalDouble mean(Map<String, Double> perHistory) {
    return perHistory.values().stream().mapToDouble(Double::doubleValue).average();
  }

  private static Row row(Trial trial, String format, String direction, String reader) {
    Optional<Figure> own = trial.figure(format, direction, Treatments.OWN, Formats.ACCURACY);
    boolean written =
        trial
            .treatment(format, direction, Treatments.INHERITED)
            .filter(inherited -> !inherited.writer().equals(Cell.NOBODY))
            .isPresent();
    return new Row(
        format,
        reader,
        own,
        written
            ? trial.figure(format, direction, Treatments.INHERITED, Formats.ACCURACY)
            : Optional.empty());
  }
}
