package dev.carryover.testing;

import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Plan;
import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.Treatment;
import dev.carryover.migrations.plan.Treatments;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Assertions on one measure under one treatment, old to new: the rollout's unless {@link #under}
 * names another. They are about every format that has the measure, unless {@link #in} names one.
 */
public final class FigureAssert {
  private final RunReportAssert whole;
  private final RunReport report;
  private final String measure;
  private final String treatment;
  private final Optional<String> format;

  FigureAssert(RunReportAssert whole, RunReport report, String measure) {
    this(
        whole, report, measure, Treatments.ofRollout(report.verdict().rollout()), Optional.empty());
  }

  private FigureAssert(
      RunReportAssert whole,
      RunReport report,
      String measure,
      String treatment,
      Optional<String> format) {
    this.whole = whole;
    this.report = report;
    this.measure = measure;
    this.treatment = treatment;
    this.format = format;
  }

  /** The same of this format alone. */
  public FigureAssert in(String name) {
    return new FigureAssert(whole, report, measure, treatment, Optional.of(name));
  }

  /** The same under this treatment, such as {@code own} or {@code before}. */
  public FigureAssert under(String name) {
    return new FigureAssert(whole, report, measure, name, format);
  }

  /**
   * The mean over histories is this or more. It is a figure of these histories, not a test: {@link
   * RunReportAssert#losesAtMost} is one.
   *
   * @param least a fraction of 1
   */
  public RunReportAssert isAtLeast(double least) {
    List<Treatment> rows = rows().filter(row -> row.metrics().containsKey(measure)).toList();
    whole.require(
        !rows.isEmpty(),
        "Expecting %s under %s%s, but it was not measured; measured are %s"
            .formatted(
                measure, treatment, format.map(name -> " in " + name).orElse(""), measured()));
    for (Treatment row : rows) {
      Figure figure = Objects.requireNonNull(row.metrics().get(measure));
      OptionalDouble mean = figure.mean();
      whole.require(
          mean.isPresent() && mean.getAsDouble() >= least,
          "Expecting %s of %s under %s to be at least %s, but it is %s"
              .formatted(measure, row.format(), treatment, least, ReportText.figure(figure)));
    }
    return whole;
  }

  private Stream<Treatment> rows() {
    return rows(report, treatment)
        .filter(row -> format.isEmpty() || row.format().equals(format.get()));
  }

  /** What there is, by format and treatment. */
  private String measured() {
    return report.treatments().stream()
        .filter(FigureAssert::isForth)
        .map(row -> row.format() + " under " + row.treatment() + " " + row.metrics().keySet())
        .collect(Collectors.joining(", "));
  }

  /** The rows of a treatment, old to new, read as usual. */
  static Stream<Treatment> rows(RunReport report, String treatment) {
    return report.treatments().stream()
        .filter(FigureAssert::isForth)
        .filter(row -> row.treatment().equals(treatment));
  }

  private static boolean isForth(Treatment row) {
    return row.direction().equals(Plan.OLD_TO_NEW)
        && row.evidence().equals(EvidenceMode.NORMAL.label());
  }
}
