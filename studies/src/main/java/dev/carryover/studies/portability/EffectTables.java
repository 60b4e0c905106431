package dev.carryover.studies.portability;

import dev.carryover.core.Plan;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.migrations.plan.Treatments;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import dev.carryover.studies.swap.Formats;
import dev.carryover.studies.swap.Shown;
import dev.carryover.studies.swap.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a style rewrite does to notes (E4), and how large effects are beside live repeats. */
final class EffectTables {
  private static final Numbers NUMBERS = Numbers.PLAIN;

  private EffectTables() {}

  /** Notes that the new reader rewrote from the notes alone, in both directions. */
  static StudyTable styleRewrite(Trial modelSwap) {
    List<List<Entry>> rows = new ArrayList<>();
    for (String direction : List.of(Plan.OLD_TO_NEW, Plan.NEW_TO_OLD)) {
      Optional<Contrast> gain = notes(modelSwap, direction, Treatments.STYLE_REWRITE + "-gain");
      if (gain.isPresent()) {
        boolean there = direction.equals(Plan.OLD_TO_NEW);
        rows.add(
            List.of(
                Shown.text(direction),
                gain(gain.get()),
                Shown.rate(value(modelSwap, direction, " reach")),
                Shown.rate(value(modelSwap, direction, " identifiers dropped")),
                Shown.text(there ? "Llama's notes, Qwen" : "Qwen's notes, Llama"),
                Shown.signedRate(there ? PaperFigures.STYLE_THERE : PaperFigures.STYLE_BACK),
                there ? Shown.absent() : Shown.rate(PaperFigures.STYLE_REACH),
                there ? Shown.absent() : Shown.rate(PaperFigures.STYLE_DROPPED)));
      }
    }
    return new StudyTable(
        "style_rewrite",
        "Notes rewritten by the new reader from the notes alone (E4, not planned)",
        List.of(
            "direction",
            "gain",
            "reach",
            "identifiers_dropped",
            "paper",
            "paper_gain",
            "paper_reach",
            "paper_identifiers_dropped"),
        rows);
  }

  /** Effects beside what live repeats alone move; no rows where every part is built in. */
  static StudyTable noise(Trial modelSwap) {
    List<List<Entry>> rows = new ArrayList<>();
    for (Contrast contrast : modelSwap.report().contrasts()) {
      if (contrast.noise().isPresent() && contrast.value().isPresent()) {
        boolean under = Math.abs(contrast.value().getAsDouble()) <= contrast.noise().getAsDouble();
        rows.add(
            List.of(
                Shown.text(contrast.name()),
                Shown.text(contrast.format()),
                Shown.text(contrast.direction()),
                Shown.text(contrast.measure()),
                Shown.signedRate(contrast.value().getAsDouble()),
                Shown.rate(contrast.noise().getAsDouble()),
                Shown.text(under ? "under the noise" : "-")));
      }
    }
    return new StudyTable(
        "noise",
        "Effects beside what live repeats move, 19 times in 20; the paper's is 0.0016, of an unstated kind",
        List.of("effect", "format", "direction", "measure", "value", "noise", "standing"),
        rows);
  }

  private static Optional<Contrast> notes(Trial trial, String direction, String name) {
    return trial.report().contrasts().stream()
        .filter(contrast -> contrast.format().equals(Formats.NOTES))
        .filter(contrast -> contrast.direction().equals(direction))
        .filter(contrast -> contrast.name().equals(name))
        .findFirst();
  }

  private static OptionalDouble value(Trial trial, String direction, String what) {
    return notes(trial, direction, Treatments.STYLE_REWRITE + what)
        .map(Contrast::value)
        .orElse(OptionalDouble.empty());
  }

  private static Entry gain(Contrast gain) {
    String interval =
        gain.low().isPresent() ? " (" + NUMBERS.signedInterval(gain.low(), gain.high()) + ")" : "";
    return gain.value().isPresent()
        ? Entry.number(gain.value().getAsDouble(), NUMBERS.signed(gain.value()) + interval)
        : Shown.absent();
  }
}
