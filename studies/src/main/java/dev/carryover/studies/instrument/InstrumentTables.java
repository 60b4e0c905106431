package dev.carryover.studies.instrument;

import dev.carryover.core.report.Diagnosis.Breakdown;
import dev.carryover.core.report.Diagnosis.Part;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.stats.Interval;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.studies.instrument.Condition.Kind;
import dev.carryover.studies.instrument.Measured.Side;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** The study's tables. */
final class InstrumentTables {
  private static final Numbers NUMBERS = Numbers.PLAIN;

  private final List<Measured> measured;
  private final List<Judged> judged;
  private final Levels levels;

  /**
   * @param judged in the order of the conditions, then of the sizes
   */
  InstrumentTables(List<Measured> measured, List<Judged> judged, Levels levels) {
    this.measured = List.copyOf(measured);
    this.judged = List.copyOf(judged);
    this.levels = levels;
  }

  List<StudyTable> all() {
    return List.of(inShort(), decisions(), breakdowns(), runs());
  }

  /** The stages together, at the one spread that all of them have. */
  private StudyTable inShort() {
    List<List<Entry>> rows = new ArrayList<>();
    for (int size : levels.sizes()) {
      Rates zero = levels.rates(Kind.ZERO, size);
      Rates margin = levels.rates(Kind.MARGIN, size);
      Rates beyond = levels.rates(Kind.BEYOND, size);
      Rates all = zero.plus(margin).plus(beyond);
      rows.add(
          List.of(
              Entry.text(Integer.toString(size)),
              Entry.number(zero.plans(), NUMBERS.count(zero.plans())),
              rate(zero, zero.regressed()),
              rate(margin, margin.regressed()),
              rate(margin, margin.preserved()),
              rate(beyond, beyond.preserved()),
              rate(zero, zero.preserved()),
              figure(levels.expected(Kind.ZERO, size, Judged::expectedPreserved)),
              rate(beyond, beyond.regressed()),
              figure(levels.expected(Kind.BEYOND, size, Judged::expectedRegressed)),
              rate(all, all.covered())));
    }
    return new StudyTable(
        "in_short",
        "In short: a plan's histories, and how often it is judged so (three stages together)",
        List.of(
            "histories",
            "plans_of_each_loss",
            "false_alarms_at_zero",
            "false_alarms_at_margin",
            "losses_passed_at_margin",
            "losses_passed_beyond",
            "preserved_at_zero",
            "expected_preserved",
            "regressed_beyond",
            "expected_regressed",
            "truth_in_interval"),
        rows);
  }

  private StudyTable decisions() {
    List<List<Entry>> rows = new ArrayList<>();
    for (Judged plans : judged) {
      Population population = plans.population();
      Rates rates = plans.rates();
      rows.add(
          List.of(
              Entry.text(plans.condition().name()),
              Entry.number(population.truth(), loss(population.truth())),
              number(population.deviation()),
              Entry.number(plans.size(), Integer.toString(plans.size())),
              Entry.number(rates.plans(), NUMBERS.count(rates.plans())),
              rate(rates, rates.preserved()),
              figure(plans.expectedPreserved()),
              rate(rates, rates.regressed()),
              figure(plans.expectedRegressed()),
              rate(rates, rates.covered())));
    }
    return new StudyTable(
        "decisions",
        "Decisions by condition and size, with Wilson's 95 % intervals",
        List.of(
            "condition",
            "true_loss",
            "sd",
            "histories",
            "plans",
            "preserved",
            "expected_preserved",
            "regressed",
            "expected_regressed",
            "truth_in_interval"),
        rows);
  }

  /** What is told beyond the same stage's run without a fault. */
  private StudyTable breakdowns() {
    Map<Stage, Measured> unharmed = new EnumMap<>(Stage.class);
    List<List<Entry>> rows = new ArrayList<>();
    for (Measured one : measured) {
      Condition condition = one.condition();
      if (condition.kind() == Kind.NOTHING) {
        unharmed.put(condition.stage(), one);
        continue;
      }
      Measured plain = Objects.requireNonNull(unharmed.get(condition.stage()));
      told(condition, "before", plain.before(), one.before()).ifPresent(rows::add);
      told(condition, "rollout", plain.rollout(), one.rollout()).ifPresent(rows::add);
    }
    return new StudyTable(
        "breakdown",
        "The breakdown by stage: planted, and told beyond the run in which nothing fails",
        List.of("condition", "side", "planted", "retrieval", "construction", "reading", "off_by"),
        rows);
  }

  private static Optional<List<Entry>> told(
      Condition condition, String side, Side plain, Side harmed) {
    if (plain.told().isEmpty() || harmed.told().isEmpty()) {
      return Optional.empty();
    }
    double planted = harmed.planted();
    Breakdown without = plain.told().get();
    Breakdown with = harmed.told().get();
    Map<Stage, OptionalDouble> parts = new EnumMap<>(Stage.class);
    parts.put(Stage.RETRIEVAL, more(without.retrieval(), with.retrieval()));
    parts.put(Stage.CONSTRUCTION, more(without.construction(), with.construction()));
    parts.put(Stage.READING, more(without.reading(), with.reading()));
    OptionalDouble there = Objects.requireNonNull(parts.get(condition.stage()));
    return Optional.of(
        List.of(
            Entry.text(condition.name()),
            Entry.text(side),
            number(planted),
            signed(Objects.requireNonNull(parts.get(Stage.RETRIEVAL))),
            signed(Objects.requireNonNull(parts.get(Stage.CONSTRUCTION))),
            signed(Objects.requireNonNull(parts.get(Stage.READING))),
            signed(
                there.isPresent()
                    ? OptionalDouble.of(there.getAsDouble() - planted)
                    : OptionalDouble.empty())));
  }

  private static OptionalDouble more(Optional<Part> without, Optional<Part> with) {
    return without.isPresent() && with.isPresent()
        ? OptionalDouble.of(with.get().value() - without.get().value())
        : OptionalDouble.empty();
  }

  /** Every condition's whole run, as the gate with all its controls judges it. */
  private StudyTable runs() {
    List<List<Entry>> rows = new ArrayList<>();
    for (Measured one : measured) {
      Population population = one.population();
      long passed = one.controls().stream().filter(RunReport.Gate::passed).count();
      rows.add(
          List.of(
              Entry.text(one.condition().name()),
              number(population.reference()),
              Entry.number(population.truth(), loss(population.truth())),
              Entry.number(population.losses().size(), NUMBERS.count(population.losses().size())),
              Entry.text(one.verdict()),
              Entry.text(passed + " of " + one.controls().size())));
    }
    return new StudyTable(
        "runs",
        "The whole runs, judged by the gate with its controls",
        List.of("condition", "accuracy_before", "true_loss", "histories", "verdict", "controls"),
        rows);
  }

  private static Entry rate(Rates rates, int count) {
    Interval interval = rates.interval(count);
    double share = (double) count / rates.plans();
    return Entry.number(
        share,
        "%s (%s to %s)"
            .formatted(
                NUMBERS.rate(share), NUMBERS.rate(interval.low()), NUMBERS.rate(interval.high())));
  }

  private static Entry number(double value) {
    return Entry.number(value, NUMBERS.rate(value));
  }

  private static Entry figure(OptionalDouble value) {
    return new Entry(NUMBERS.rate(value), value);
  }

  private static Entry signed(OptionalDouble value) {
    return new Entry(NUMBERS.signed(value), value);
  }

  /** One digit more than other rates, without the sign of a zero. */
  private static String loss(double value) {
    return new BigDecimal(value).setScale(4, RoundingMode.HALF_UP).toPlainString();
  }
}
