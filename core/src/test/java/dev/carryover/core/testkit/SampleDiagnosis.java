package dev.carryover.core.testkit;

import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.Advice;
import dev.carryover.core.report.Diagnosis.Breakdown;
import dev.carryover.core.report.Diagnosis.Fate;
import dev.carryover.core.report.Diagnosis.LostAnswer;
import dev.carryover.core.report.Diagnosis.Part;
import dev.carryover.core.report.Diagnosis.Passage;
import dev.carryover.core.report.Diagnosis.Said;
import dev.carryover.core.report.Diagnosis.StageCount;
import dev.carryover.core.report.Diagnosis.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Diagnoses to render: one as runs have them, and one of hostile texts. */
public final class SampleDiagnosis {
  private SampleDiagnosis() {}

  /** Two formats, a part below zero, one format excluded, and an answer lost at every stage. */
  public static Diagnosis usual() {
    return new Diagnosis(
        List.of(
            told("notes", "old-to-new", "before", .3, .02, .25, .03),
            told("notes", "old-to-new", "inherited", .55, .3, .3, -.05),
            told("notes", "old-to-new", Diagnosis.POOLED, .425, .16, .275, -.01),
            told("notes", "new-to-old", "inherited", .2, -.1, .2, .1),
            untold("kg-fixed", "excluded: readers do worse with the stored evidence alone")),
        List.of(
            advice("notes", Diagnosis.CONSTRUCTION, .3, "Have the writer keep more."),
            advice("notes", Diagnosis.READING, .02, "Only then the reader.")),
        Diagnosis.STAGES.stream()
            .map(stage -> lost("notes", stage, "small-0001", "p0", "unknown", "Which badge?"))
            .toList(),
        List.of("kg-fixed is excluded: readers do worse with the stored evidence alone."));
  }

  /**
   * Every text a stranger's.
   *
   * @param text of them
   * @param formula what a spreadsheet would run
   */
  static Diagnosis hostile(String text, String formula) {
    return new Diagnosis(
        List.of(told(text, "old-to-new", "inherited", .55, .3, .3, -.05), untold(formula, text)),
        List.of(advice(text, Diagnosis.RETRIEVAL, .3, text)),
        List.of(
            lost(text, Diagnosis.RETRIEVAL, formula, text, formula, text).inBrief(),
            lost(text, Diagnosis.RETRIEVAL, formula, text, formula, text)),
        List.of(text));
  }

  private static Breakdown told(
      String format,
      String direction,
      String treatment,
      double total,
      double retrieval,
      double construction,
      double reading) {
    return new Breakdown(
        format,
        direction,
        treatment,
        "accuracy",
        6,
        100,
        20,
        Optional.of(part(total, OptionalDouble.empty())),
        Optional.of(part(retrieval, OptionalDouble.of(retrieval / total))),
        Optional.of(part(construction, OptionalDouble.of(construction / total))),
        Optional.of(part(reading, OptionalDouble.of(reading / total))),
        new TreeMap<>(
            Map.of(
                Diagnosis.CONSTRUCTION,
                new StageCount(30, OptionalInt.of(25)),
                Diagnosis.DELIVERY,
                new StageCount(28, OptionalInt.empty()))),
        Optional.empty());
  }

  private static Part part(double value, OptionalDouble share) {
    return new Part(
        value,
        OptionalDouble.of(value - .0375),
        OptionalDouble.of(value + .0375),
        share,
        OptionalInt.of((int) Math.round(100 * value)));
  }

  private static Breakdown untold(String format, String reason) {
    return new Breakdown(
        format,
        "old-to-new",
        "inherited",
        "accuracy",
        1,
        10,
        0,
        Optional.of(
            new Part(
                .5,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty())),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new TreeMap<>(),
        Optional.of(reason));
  }

  private static Advice advice(String format, String stage, double gain, String text) {
    return new Advice(
        format,
        "old-to-new",
        "inherited",
        stage,
        gain,
        OptionalDouble.of(gain / 2),
        OptionalDouble.of(gain * 1.5),
        30,
        OptionalInt.of(25),
        text);
  }

  private static LostAnswer lost(
      String format, String stage, String history, String probe, String said, String text) {
    return new LostAnswer(
        format,
        "old-to-new",
        "inherited",
        history,
        probe,
        "direct",
        stage,
        Optional.of(true),
        List.of(
            new Fate("e7", true, OptionalInt.of(3)), new Fate("e9", false, OptionalInt.empty())),
        OptionalInt.of(3),
        Optional.of(new Said("wrong-code", said)),
        Optional.of(new Said("correct", "K1WZ01")),
        Optional.of(new Said("refusal", "")),
        List.of("c4", "c1"),
        Optional.of(
            new Words(
                text,
                Optional.of("K1WZ01"),
                List.of(new Passage("e7", text)),
                List.of(new Passage("c9", text)),
                1,
                List.of(new Passage("c4", text), new Passage("c1", text)),
                12)));
  }
}
