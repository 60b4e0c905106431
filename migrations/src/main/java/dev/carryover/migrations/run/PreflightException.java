package dev.carryover.migrations.run;

import dev.carryover.core.spi.Preflight.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Something is not as it should be, found before anything was paid for. */
public final class PreflightException extends RuntimeException {
  private final List<Problem> problems;

  PreflightException(List<Problem> problems) {
    super(
        problems.stream()
            .map(problem -> problem.what() + "; " + problem.remedy())
            .collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Every problem that was found. */
  public List<Problem> problems() {
    return problems;
  }

  /** Whether nothing else was found than services that do not answer. */
  public boolean servicesAbsent() {
    return problems.stream().allMatch(Problem::absent);
  }
}
