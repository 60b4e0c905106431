package dev.carryover.reports;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import java.util.List;

/**
 * {@code junit.xml} in the schema of Surefire, as CI servers show it: one suite for the run, in it
 * a test for the verdict, one for each hypothesis and one for each control.
 *
 * <p>What a test becomes:
 *
 * <ul>
 *   <li>preserved, or a control that passed: passed
 *   <li>regressed: {@code failure} of type {@code regressed}
 *   <li>inconclusive: {@code failure} of type {@code inconclusive}, since an upgrade that is not
 *       shown to be safe must not look green
 *   <li>not-measurable: {@code error}, since the instrument failed and not the upgrade
 *   <li>a control that failed: {@code failure} of type {@code control-failed}
 *   <li>a hypothesis with a decision that this version does not know: {@code skipped}; a verdict
 *       with one: {@code error}
 * </ul>
 *
 * <p>The verdict has a test of its own, so that a run that was stopped before any hypothesis is
 * never an empty, green suite. The whole working time stands with the verdict; the other tests took
 * none of their own.
 */
public final class JunitReporter implements Reporter {
  @Override
  public String name() {
    return "junit";
  }

  @Override
  public String description() {
    return "junit.xml: the verdict, the hypotheses and the controls as tests, for CI servers";
  }

  @Override
  public List<ReportFile> render(RunReport report) {
    return List.of(new ReportFile("junit.xml", new JunitSuite(report).render()));
  }
}
