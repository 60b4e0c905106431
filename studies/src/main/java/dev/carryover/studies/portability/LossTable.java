package dev.carryover.studies.portability;

import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.Breakdown;
import dev.carryover.core.report.Diagnosis.Part;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import dev.carryover.studies.swap.Shown;
import dev.carryover.studies.swap.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** E4: at which stage each format loses, over all matched cells, beside the paper's T6. */
final class LossTable {
  private static final Numbers NUMBERS = Numbers.PLAIN;

  private LossTable() {}

  /** A row for each format, and one for each of the paper's. */
  static StudyTable t6(Trial modelSwap) {
    List<List<Entry>> rows = new ArrayList<>();
    for (Breakdown breakdown : pooled(modelSwap)) {
      rows.add(
          List.of(
              Shown.text(breakdown.format()),
              Shown.text("here"),
              part(breakdown.total()),
              part(breakdown.retrieval()),
              part(breakdown.construction()),
              part(breakdown.reading()),
              Shown.count(breakdown.probes()),
              Shown.count(breakdown.leftOut())));
    }
    for (PaperFigures.Loss paper : PaperFigures.LOSSES) {
      rows.add(
          List.of(
              Shown.text(paper.format()),
              Shown.text("paper"),
              Shown.rate(paper.total()),
              paper(paper.retrieval(), paper.total()),
              paper(paper.construction(), paper.total()),
              paper(paper.reading(), paper.total()),
              Shown.absent(),
              Shown.absent()));
    }
    return new StudyTable(
        "t6_losses",
        "Where the loss arises (T6), as shares of the questions that every read could be marked on, and of the total",
        List.of(
            "format",
            "source",
            "total",
            "retrieval",
            "construction",
            "reading",
            "questions",
            "left_out"),
        rows);
  }

  /** Why a format has no parts. */
  static List<String> limits(Trial modelSwap) {
    return pooled(modelSwap).stream()
        .filter(breakdown -> breakdown.untold().isPresent())
        .map(
            breakdown ->
                "The loss of %s is not told by stage: %s."
                    .formatted(breakdown.format(), breakdown.untold().orElseThrow()))
        .toList();
  }

  private static List<Breakdown> pooled(Trial modelSwap) {
    return modelSwap.report().diagnosis().map(Diagnosis::breakdowns).orElse(List.of()).stream()
        .filter(Breakdown::isPooled)
        .filter(breakdown -> breakdown.direction().equals(Contrast.BOTH))
        .toList();
  }

  private static Entry part(Optional<Part> part) {
    return part.map(p -> Entry.number(p.value(), shown(p))).orElseGet(Shown::absent);
  }

  private static String shown(Part part) {
    String interval =
        part.low().isPresent() ? " (" + NUMBERS.interval(part.low(), part.high()) + ")" : "";
    String share =
        part.share().isPresent() ? ", " + NUMBERS.percent(part.share().getAsDouble()) : "";
    return NUMBERS.rate(part.value()) + interval + share;
  }

  private static Entry paper(double part, double total) {
    return Entry.number(part, NUMBERS.rate(part) + ", " + NUMBERS.percent(part / total));
  }
}
