package dev.carryover.studies.report;

import dev.carryover.studies.items.Arm;
import dev.carryover.studies.items.Contrast;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the answers of a study say.
 *
 * @param unmeasurable why they say nothing; absent where they say something
 * @param arms in the order of the report
 * @param contrasts adjusted together
 * @param verdicts the study's own rules, applied
 * @param tables what else was found, in the order of the report
 * @param plots files beside the report
 * @param limits sentences: what these figures cannot show
 */
public record Findings(
    Optional<String> unmeasurable,
    List<Arm> arms,
    List<Contrast> contrasts,
    List<Verdict> verdicts,
    List<StudyTable> tables,
    List<Plot> plots,
    List<String> limits) {
  public Findings {
    Objects.requireNonNull(unmeasurable, "unmeasurable");
    arms = List.copyOf(arms);
    contrasts = List.copyOf(contrasts);
    verdicts = List.copyOf(verdicts);
    tables = List.copyOf(tables);
    plots = List.copyOf(plots);
    limits = List.copyOf(limits);
  }

  /** Those of a study of items. */
  public Findings(
      Optional<String> unmeasurable,
      List<Arm> arms,
      List<Contrast> contrasts,
      List<Verdict> verdicts,
      List<String> limits) {
    this(unmeasurable, arms, contrasts, verdicts, List.of(), List.of(), limits);
  }

  /** Those of a study of whole histories. */
  public static Findings ofHistories(
      Optional<String> unmeasurable,
      List<Verdict> verdicts,
      List<StudyTable> tables,
      List<Plot> plots,
      List<String> limits) {
    return new Findings(unmeasurable, List.of(), List.of(), verdicts, tables, plots, limits);
  }

  /** The same, with more that the figures cannot show. */
  public Findings withLimits(List<String> more) {
    List<String> all = new ArrayList<>(limits);
    all.addAll(more);
    return new Findings(unmeasurable, arms, contrasts, verdicts, tables, plots, all);
  }
}
