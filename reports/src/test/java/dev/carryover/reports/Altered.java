package dev.carryover.reports;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Hypothesis;
import dev.carryover.core.report.RunReport.Verdict;
import dev.carryover.core.report.Treatment;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Reports that differ from a sample in one respect. */
public final class Altered {
  private Altered() {}

  /** The report with every treatment replaced. */
  public static RunReport treatments(RunReport report, UnaryOperator<Treatment> change) {
    return with(
        report,
        report.verdict(),
        report.hypotheses(),
        report.treatments().stream().map(change).toList(),
        report.settings());
  }

  /** The treatment with nothing measured. */
  public static Treatment unmeasured(Treatment treatment) {
    return new Treatment(
        treatment.id(),
        treatment.format(),
        treatment.direction(),
        treatment.writer(),
        treatment.reader(),
        treatment.indexEmbedder(),
        treatment.queryEmbedder(),
        treatment.treatment(),
        treatment.evidence(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>());
  }

  /** The report whose settings name what the rollout is compared with. */
  public static RunReport against(RunReport report, String references) {
    SortedMap<String, String> settings = new TreeMap<>(report.settings());
    settings.put("against", references);
    return with(report, report.verdict(), report.hypotheses(), report.treatments(), settings);
  }

  /** The report with these hypotheses and without settings. */
  public static RunReport hypotheses(RunReport report, List<Hypothesis> hypotheses) {
    return with(report, report.verdict(), hypotheses, report.treatments(), new TreeMap<>());
  }

  /** The report whose worst history lost that much. */
  public static RunReport worstLoss(RunReport report, OptionalDouble loss) {
    Verdict verdict = report.verdict();
    return with(
        report,
        new Verdict(
            verdict.decision(),
            verdict.reason(),
            verdict.margin(),
            verdict.measure(),
            verdict.rollout(),
            verdict.direction(),
            verdict.histories(),
            verdict.historiesNeeded(),
            verdict.worstHistory(),
            loss,
            verdict.undetectedShare()),
        report.hypotheses(),
        report.treatments(),
        report.settings());
  }

  private static RunReport with(
      RunReport report,
      Verdict verdict,
      List<Hypothesis> hypotheses,
      List<Treatment> treatments,
      SortedMap<String, String> settings) {
    return new RunReport(
        report.schema(),
        report.run(),
        verdict,
        hypotheses,
        treatments,
        report.contrasts(),
        report.perHistory(),
        report.gates(),
        report.identities(),
        report.spaces(),
        report.cost(),
        settings,
        report.limits());
  }
}
