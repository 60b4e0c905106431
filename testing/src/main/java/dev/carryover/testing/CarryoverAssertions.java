package dev.carryover.testing;

import dev.carryover.core.report.RunReport;

/** Entry point of the assertions; its method may stand beside AssertJ's own of the same name. */
public final class CarryoverAssertions {
  private CarryoverAssertions() {}

  /** Asserts on what a run found. */
  public static RunReportAssert assertThat(RunReport report) {
    return new RunReportAssert(report);
  }
}
