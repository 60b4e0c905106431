package dev.carryover.reports;

import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.RunReport.Hypothesis;
import dev.carryover.core.report.RunReport.Verdict;
import dev.carryover.core.stats.Decision;
import dev.carryover.reports.figures.DecisionWord;
import dev.carryover.reports.figures.Numbers;
import java.util.stream.Collectors;

/**
 * A test of the suite.
 *
 * @param group the class that a CI server files it under
 * @param type of the failure or error; empty where it passed
 * @param message one sentence
 * @param details figures, one a line
 */
record JunitCase(
    String group, String name, Result result, String type, String message, String details) {
  private static final Numbers NUMBERS = Numbers.PLAIN;

  /** The element that a test holds. */
  enum Result {
    PASSED(""),
    FAILURE("failure"),
    ERROR("error"),
    SKIPPED("skipped");

    private final String element;

    Result(String element) {
      this.element = element;
    }

    String element() {
      return element;
    }
  }

  static JunitCase of(Verdict verdict) {
    Result result = result(verdict.decision());
    return new JunitCase(
        "carryover.verdict",
        verdict.measure() + ", " + verdict.rollout() + ", " + verdict.direction(),
        result == Result.SKIPPED ? Result.ERROR : result,
        verdict.decision(),
        verdict.reason(),
        verdict.reason());
  }

  static JunitCase of(Hypothesis hypothesis, Verdict verdict) {
    return new JunitCase(
        "carryover.hypothesis",
        hypothesis.name() + ", " + hypothesis.format() + ", " + hypothesis.measure(),
        result(hypothesis.decision()),
        hypothesis.decision(),
        verdict.reason(),
        "loss %s, 95 %% interval %s, margin %s\np preserved %s, p regressed %s, Holm %s, histories %s"
            .formatted(
                NUMBERS.signed(hypothesis.estimate()),
                NUMBERS.signedInterval(hypothesis.low(), hypothesis.high()),
                NUMBERS.rate(hypothesis.margin()),
                NUMBERS.p(hypothesis.pPreserved()),
                NUMBERS.p(hypothesis.pRegressed()),
                NUMBERS.p(hypothesis.pRegressedHolm()),
                NUMBERS.count(hypothesis.histories())));
  }

  static JunitCase of(Gate gate) {
    String figures =
        gate.figures().entrySet().stream()
            .map(figure -> figure.getKey() + " " + NUMBERS.free(figure.getValue()))
            .collect(Collectors.joining("\n"));
    return new JunitCase(
        "carryover.control",
        gate.name(),
        gate.passed() ? Result.PASSED : gate.blocks() ? Result.FAILURE : Result.SKIPPED,
        "control-failed",
        gate.blocks()
            ? "the control failed: the figures of this run cannot be trusted with a decision"
            : "the control failed, and the verdict stands: see the limits of the report",
        figures);
  }

  private static Result result(String decision) {
    return new DecisionWord(decision).known().map(JunitCase::result).orElse(Result.SKIPPED);
  }

  private static Result result(Decision decision) {
    return switch (decision) {
      case PRESERVED -> Result.PASSED;
      case REGRESSED, INCONCLUSIVE -> Result.FAILURE;
      case NOT_MEASURABLE -> Result.ERROR;
    };
  }
}
