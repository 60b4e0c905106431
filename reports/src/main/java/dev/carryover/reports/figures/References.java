package dev.carryover.reports.figures;

import dev.carryover.core.report.RunReport;
import java.util.List;
import java.util.stream.Stream;

/** The treatments that the rollout is compared with, by name: before, own, or both. */
final class References {
  private static final String BEFORE = "before";
  private static final String OWN = "own";

  private References() {}

  /** As the settings name them, else as the hypotheses imply; before where neither says. */
  static List<String> of(RunReport report) {
    return switch (report.settings().getOrDefault("against", "")) {
      case BEFORE -> List.of(BEFORE);
      case OWN -> List.of(OWN);
      case "both" -> List.of(BEFORE, OWN);
      default -> impliedByHypotheses(report);
    };
  }

  private static List<String> impliedByHypotheses(RunReport report) {
    List<String> implied =
        Stream.of(BEFORE, OWN)
            .filter(
                reference ->
                    report.hypotheses().stream()
                        .anyMatch(hypothesis -> implies(hypothesis.name(), reference)))
            .toList();
    return implied.isEmpty() ? List.of(BEFORE) : implied;
  }

  private static boolean implies(String hypothesis, String reference) {
    String claim = reference.equals(OWN) ? "portability" : "no-regression";
    return hypothesis.equals(claim) || hypothesis.startsWith(claim + ":");
  }
}
