package dev.carryover.studies.budget;

import dev.carryover.core.stats.Interval;
import dev.carryover.studies.items.Answers;
import dev.carryover.studies.items.Arm;
import dev.carryover.studies.items.Contrasts;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.report.Verdict;
import dev.carryover.studies.report.Verdict.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** What the answers say about the size of cartridges. */
final class BudgetFindings {
  /** The arm without a memory. */
  static final String FLOOR = "no memory";

  /** The arm with the whole source in view. */
  static final String CEILING = "full context";

  /** Compression that a budget has to reach together with accuracy (spec 2.1). */
  private static final double BAR = 10;

  private final Answers answers;
  private final Scope scope;

  /**
   * What was swept.
   *
   * @param budgets positions of a cartridge, ascending
   * @param seeds how many cartridges were trained of each source and budget
   * @param tokensPerSource the mean length of a source
   * @param margin the largest loss against the full context that counts as none
   */
  record Scope(List<Integer> budgets, int seeds, double tokensPerSource, double margin) {
    Scope {
      budgets = List.copyOf(budgets);
    }

    double compression(int budget) {
      return tokensPerSource / budget;
    }
  }

  BudgetFindings(Answers answers, Scope scope) {
    this.answers = answers;
    this.scope = scope;
  }

  /** The arm of the cache of a source's first tokens, untrained. */
  static String start(int budget) {
    return budget + " start";
  }

  /** The arm of trained cartridges. */
  static String trained(int budget, int seed) {
    return budget + " trained, seed " + seed;
  }

  Findings findings() {
    Contrasts contrasts = new Contrasts(answers, FLOOR);
    for (int budget : scope.budgets()) {
      seeds()
          .forEach(
              seed ->
                  contrasts.claim(
                      budget + ", seed " + seed + ": trained against its start",
                      start(budget),
                      trained(budget, seed)));
      seeds()
          .forEach(
              seed ->
                  contrasts.claim(
                      budget + ", seed " + seed + ": against the full context",
                      CEILING,
                      trained(budget, seed)));
    }
    boolean readable = contrasts.aboveFloor(CEILING);
    return new Findings(
        readable
            ? Optional.empty()
            : Optional.of("the full context is not measurably better than no memory"),
        arms(),
        contrasts.judged(),
        List.of(bar(readable)),
        limits());
  }

  private IntStream seeds() {
    return IntStream.rangeClosed(1, scope.seeds());
  }

  private List<Arm> arms() {
    List<Arm> arms = new ArrayList<>(List.of(answers.arm(FLOOR), answers.arm(CEILING)));
    for (int budget : scope.budgets()) {
      arms.add(sized(start(budget), budget));
      seeds().forEach(seed -> arms.add(sized(trained(budget, seed), budget)));
    }
    return arms;
  }

  private Arm sized(String name, int budget) {
    return answers.arm(name).with("compression", scope.compression(budget));
  }

  /** Whether the loss stays under the margin with every seed: by its 95 % interval. */
  private boolean holds(int budget) {
    return seeds().allMatch(seed -> -limits(budget, seed).low() <= scope.margin());
  }

  private Interval limits(int budget, int seed) {
    return answers.pair(CEILING, trained(budget, seed)).interval();
  }

  private Verdict bar(boolean readable) {
    String name =
        String.format(
            Locale.ROOT,
            "a budget loses at most %s against the full context at %sx compression or more",
            scope.margin(),
            (int) BAR);
    List<Integer> small =
        scope.budgets().stream().filter(budget -> scope.compression(budget) >= BAR).toList();
    List<Integer> accurate = scope.budgets().stream().filter(this::holds).toList();
    if (!readable || small.isEmpty()) {
      return new Verdict(
          name,
          Decision.NOT_MEASURABLE,
          OptionalDouble.empty(),
          readable
              ? String.format(
                  Locale.ROOT,
                  "No budget of %s is small enough for sources of %.0f tokens",
                  scope.budgets(),
                  scope.tokensPerSource())
              : "The full context itself is at the floor");
    }
    List<Integer> both = small.stream().filter(accurate::contains).toList();
    return new Verdict(
        name,
        both.isEmpty() ? Decision.NO : Decision.YES,
        OptionalDouble.empty(),
        "Small enough are %s, accurate enough with every seed %s, both %s"
            .formatted(words(small), words(accurate), words(both)));
  }

  private static String words(List<Integer> budgets) {
    return budgets.isEmpty() ? "none" : budgets.toString();
  }

  private static List<String> limits() {
    return List.of(
        "The exact McNemar test takes items for independent; items of one source share a memory.",
        "What is not shown is not shown to be absent: beside it stands the smallest net change that"
            + " would have been found with 80 % power.",
        "Two seeds show that training differs, not by how much it may.",
        "The accuracy of one model on one kind of source; another model may behave otherwise.");
  }
}
