package dev.carryover.testing;

import dev.carryover.core.metrics.Metric;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.RunReport.Hypothesis;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.stats.Decision;
import dev.carryover.migrations.plan.Treatments;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on what a run found. A failure says what the report's verdict says: the decision, its
 * reason, the figures that it rests on, and where the page for people lies.
 */
public final class RunReportAssert extends AbstractAssert<RunReportAssert, RunReport> {
  RunReportAssert(RunReport report) {
    super(report, RunReportAssert.class);
  }

  /**
   * The verdict is preserved: every loss is shown to be under the margin, and no control failed.
   */
  public RunReportAssert isPreserved() {
    isNotNull();
    return require(
        is(decision(), Decision.PRESERVED),
        "Expecting the upgrade to be preserved, but it is " + decision());
  }

  /**
   * Every loss of this format is shown to be under the margin, whatever becomes of the others. A
   * format that the upgrade does not touch is preserved; one that was not judged is not, nor is any
   * where the verdict is not measurable.
   *
   * @param format its name, such as {@link Formats#RAG}
   */
  public RunReportAssert preserves(String format) {
    isNotNull();
    List<Hypothesis> claims = claims(format);
    String expecting = "Expecting %s to be preserved, but ".formatted(format);
    for (Hypothesis claim : claims) {
      require(
          is(claim.decision(), Decision.PRESERVED),
          expecting + "%s is %s".formatted(claim.name(), claim.decision()));
    }
    require(
        !claims.isEmpty() || untouched(format),
        expecting + "it was not judged; judged are " + judged());
    return require(
        is(decision(), Decision.PRESERVED) || othersDecide(format),
        expecting + "the whole run is " + decision());
  }

  /**
   * Every loss is shown to be at most this: its 95 % interval ends there or below. Stricter, or
   * laxer, than the margin on the same figures.
   *
   * @param loss a fraction of 1
   */
  public RunReportAssert losesAtMost(double loss) {
    isNotNull();
    String expecting = "Expecting a loss of at most %s, but ".formatted(loss);
    require(!is(decision(), Decision.NOT_MEASURABLE), expecting + "no loss could be measured");
    for (Hypothesis claim : actual.hypotheses()) {
      OptionalDouble high = claim.high();
      require(
          high.isPresent() && high.getAsDouble() <= loss,
          expecting + "%s loses %s".formatted(claim.name(), ReportText.estimate(claim)));
    }
    return this;
  }

  /** Every control passed, and there was one. */
  public RunReportAssert hasNoFailedControl() {
    isNotNull();
    String failed =
        actual.gates().stream()
            .filter(gate -> !gate.passed())
            .map(Gate::name)
            .collect(Collectors.joining(", "));
    require(failed.isEmpty(), "Expecting no failed control, but these failed: " + failed);
    return require(!actual.gates().isEmpty(), "Expecting no failed control, but none was checked");
  }

  /** The share of a question's evidence within the first k items, under the rollout. */
  public FigureAssert recallAt(int k) {
    return figure(Metric.recallAt(k).name());
  }

  /** The share of questions that are answered with the right code, under the rollout. */
  public FigureAssert accuracy() {
    return figure(Metric.accuracy().name());
  }

  /** Any measure by its name in the report, such as {@code mrr}, under the rollout. */
  public FigureAssert figure(String name) {
    isNotNull();
    return new FigureAssert(this, actual, name);
  }

  /** Fails with the report's figures unless the condition holds. */
  RunReportAssert require(boolean condition, String expecting) {
    if (!condition) {
      failWithMessage("%s", ReportText.of(actual, expecting));
    }
    return this;
  }

  private String decision() {
    return actual.verdict().decision();
  }

  private static boolean is(String label, Decision decision) {
    return label.equals(decision.label());
  }

  private List<Hypothesis> claims(String format) {
    return actual.hypotheses().stream().filter(h -> h.format().equals(format)).toList();
  }

  private String judged() {
    String names =
        actual.hypotheses().stream()
            .map(Hypothesis::format)
            .distinct()
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "none" : names;
  }

  /** Whether the verdict is explained by what is claimed about another format. */
  private boolean othersDecide(String format) {
    return actual.hypotheses().stream()
            .filter(hypothesis -> !hypothesis.format().equals(format))
            .anyMatch(hypothesis -> hypothesis.decision().equals(decision()))
        && !is(decision(), Decision.NOT_MEASURABLE);
  }

  /** Whether the same players write and read the format after the rollout as before. */
  private boolean untouched(String format) {
    String rollout = Treatments.ofRollout(actual.verdict().rollout());
    return FigureAssert.rows(actual, Treatments.BEFORE)
        .filter(row -> row.format().equals(format))
        .anyMatch(
            before ->
                FigureAssert.rows(actual, rollout)
                    .filter(row -> row.format().equals(format))
                    .anyMatch(after -> players(after).equals(players(before))));
  }

  private static List<String> players(Treatment treatment) {
    return List.of(
        treatment.writer(),
        treatment.reader(),
        treatment.indexEmbedder(),
        treatment.queryEmbedder());
  }
}
