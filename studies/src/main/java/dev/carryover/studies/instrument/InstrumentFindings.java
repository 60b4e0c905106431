package dev.carryover.studies.instrument;

import dev.carryover.reports.figures.Numbers;
import dev.carryover.studies.instrument.Condition.Kind;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.report.Plot;
import dev.carryover.studies.report.Verdict;
import dev.carryover.studies.report.Verdict.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What the plans say about the gate. A rate counts as kept where it is no more than one and a half
 * times the nominal one (Bradley 1978, his liberal criterion), at every size.
 */
final class InstrumentFindings {
  private static final Numbers NUMBERS = Numbers.PLAIN;
  private static final double LIBERAL = 1.5;
  private static final double MOST_WRONG = LIBERAL * .025;
  private static final double LEAST_COVERED = 1 - LIBERAL * .05;

  private final List<Measured> measured;
  private final List<Judged> judged;
  private final Levels levels;

  InstrumentFindings(List<Measured> measured, List<Judged> judged, Levels levels) {
    this.measured = measured;
    this.judged = judged;
    this.levels = levels;
  }

  Findings findings() {
    return Findings.ofHistories(
        Optional.empty(),
        List.of(falseAlarms(), passed(), covered()),
        new InstrumentTables(measured, judged, levels).all(),
        List.of(
            new Plot(
                "decisions",
                "How plans are judged, by their true loss and size",
                new DecisionPlot(levels).draw())),
        limits());
  }

  private Verdict falseAlarms() {
    return verdict(
        "no more false alarms than said",
        "regressed although the truth is no more than the margin: at most %s is kept to"
            .formatted(NUMBERS.rate(MOST_WRONG)),
        size -> share(levels.rates(Kind.MARGIN, size), levels.rates(Kind.MARGIN, size).regressed()),
        MOST_WRONG,
        true);
  }

  private Verdict passed() {
    return verdict(
        "no more losses passed than said",
        "preserved although the truth is the margin: at most %s is kept to"
            .formatted(NUMBERS.rate(MOST_WRONG)),
        size -> share(levels.rates(Kind.MARGIN, size), levels.rates(Kind.MARGIN, size).preserved()),
        MOST_WRONG,
        true);
  }

  private Verdict covered() {
    return verdict(
        "intervals cover the truth",
        "of 95 %% intervals at least %s is kept to".formatted(NUMBERS.rate(LEAST_COVERED)),
        size -> {
          Rates all =
              levels
                  .rates(Kind.ZERO, size)
                  .plus(levels.rates(Kind.MARGIN, size))
                  .plus(levels.rates(Kind.BEYOND, size));
          return share(all, all.covered());
        },
        LEAST_COVERED,
        false);
  }

  private Verdict verdict(
      String name, String rule, IntToDoubleFunction rate, double bound, boolean atMost) {
    boolean kept = true;
    List<String> rates = new ArrayList<>();
    for (int size : levels.sizes()) {
      double found = rate.applyAsDouble(size);
      kept &= atMost ? found <= bound : found >= bound;
      rates.add("%s with %d histories".formatted(NUMBERS.rate(found), size));
    }
    return new Verdict(
        name,
        kept ? Decision.YES : Decision.NO,
        OptionalDouble.empty(),
        rule + "; found " + String.join(", ", rates));
  }

  private static double share(Rates rates, int count) {
    return (double) count / rates.plans();
  }

  private List<String> limits() {
    List<String> limits = new ArrayList<>();
    judged.stream()
        .filter(plans -> plans.condition().kind() == Kind.FEW)
        .collect(Collectors.groupingBy(plans -> plans.condition().name()))
        .values()
        .forEach(
            plans ->
                limits.add(
                    "A mean cannot show that a tenth of the histories lost half of everything: such plans were called preserved in "
                        + plans.stream()
                            .map(
                                p ->
                                    String.format(
                                        Locale.ROOT,
                                        "%.1f %% (%d histories)",
                                        100 * share(p.rates(), p.rates().preserved()),
                                        p.size()))
                            .collect(Collectors.joining(", "))
                        + "."));
    limits.add(
        "Plans are drawn with replacement from the histories that were run, and the truth is those histories' own mean: nothing is said of histories of another kind, or of models that answer differently each time.");
    limits.add(
        "A drawn plan is judged on one hypothesis, without its controls; the whole runs pass through all of them.");
    limits.add(
        "What is expected follows from the noncentral t distribution at the standard deviation of the histories that were run: losses are taken for normal, and the gate's floor for the standard error is left out.");
    limits.add(
        "For construction, contradictions are left unharmed: one event less changes how others are weighed, and the loss would not be known to the probe.");
    return limits;
  }
}
