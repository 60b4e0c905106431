package dev.carryover.migrations.analysis;

import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.spi.InstrumentGate;
import dev.carryover.core.spi.InstrumentGate.Finding;
import dev.carryover.core.spi.InstrumentGate.Readings;
import dev.carryover.core.spi.InstrumentGate.Severity;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the installed checks of the instrument find about one format that is judged. */
final class Instrument {
  private final Plan plan;
  private final PlannedFormat format;
  private final Metric measure;
  private final Map<String, Outcomes> outcomes;
  private final List<Check> checks = new ArrayList<>();

  /** What one gate said; nothing where the run lacks what it takes. */
  private record Check(String name, Optional<Finding> finding) {
    boolean failed(Severity severity) {
      return finding.filter(f -> !f.passed() && f.severity() == severity).isPresent();
    }

    /** What it rests on; of the families that failed, where some did. */
    String figures() {
      Set<String> families = finding.map(Finding::families).orElse(Set.of());
      return finding.stream()
          .flatMap(found -> found.figures().entrySet().stream())
          .filter(
              figure ->
                  families.isEmpty()
                      || families.stream().anyMatch(f -> figure.getKey().startsWith(f + "_")))
          .map(
              figure ->
                  String.format(
                      Locale.ROOT, "%s %.3f", figure.getKey().replace('_', ' '), figure.getValue()))
          .collect(Collectors.joining(", "));
    }
  }

  /**
   * @param measure that decides for the format
   * @param coverageGate the share of the evidence that a store must hold
   */
  Instrument(
      Plan plan,
      PlannedFormat format,
      Metric measure,
      Map<String, Outcomes> outcomes,
      double coverageGate) {
    this.plan = plan;
    this.format = format;
    this.measure = measure;
    this.outcomes = outcomes;
    Readings readings =
        new Readings(measure, plan.rule().margin(), coverageGate, observed(plan, format, outcomes));
    ServiceLoader.load(InstrumentGate.class)
        .forEach(gate -> checks.add(new Check(gate.name(), gate.check(readings))));
  }

  private static Map<PlannedTreatment, Map<String, List<Observation>>> observed(
      Plan plan, PlannedFormat format, Map<String, Outcomes> outcomes) {
    Map<PlannedTreatment, Map<String, List<Observation>>> observed = new LinkedHashMap<>();
    for (PlannedTreatment treatment : plan.treatments()) {
      if (treatment.format().equals(format.name())) {
        Map<String, List<Observation>> histories = new LinkedHashMap<>();
        Objects.requireNonNull(outcomes.get(treatment.id()))
            .histories()
            .forEach((history, probes) -> histories.put(history, List.copyOf(probes.values())));
        observed.put(treatment, histories);
      }
    }
    return observed;
  }

  /** Whether any check is installed. */
  boolean installed() {
    return !checks.isEmpty();
  }

  /** The rows of the report. */
  List<Gate> gates() {
    List<Gate> gates = new ArrayList<>();
    for (Check check : checks) {
      check
          .finding()
          .ifPresent(
              found ->
                  gates.add(
                      new Gate(
                          named(check),
                          found.passed(),
                          found.figures(),
                          consequence(found.severity()))));
    }
    return gates;
  }

  private static Optional<String> consequence(Severity severity) {
    return switch (severity) {
      case BLOCKS -> Optional.empty();
      case LEAVES_OUT -> Optional.of(Gate.LEAVES_OUT);
      case WARNS -> Optional.of(Gate.WARNS);
    };
  }

  /** The families that do not decide. */
  Set<String> leftOut() {
    return checks.stream()
        .filter(check -> check.failed(Severity.LEAVES_OUT))
        .flatMap(check -> check.finding().orElseThrow().families().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Why no verdict can be given. */
  List<String> obstacles() {
    List<String> obstacles = new ArrayList<>();
    checks.stream()
        .filter(check -> check.failed(Severity.BLOCKS))
        .forEach(
            check ->
                obstacles.add(
                    "a check of the instrument failed: %s (%s)"
                        .formatted(named(check), check.figures())));
    if (!leftOut().isEmpty() && 2 * probes(leftOut()) < probes(Set.of())) {
      obstacles.add(
          "%s: %d of %d probes are left without the families %s, and a verdict takes half of them"
              .formatted(
                  format.name(),
                  probes(leftOut()),
                  probes(Set.of()),
                  String.join(", ", leftOut())));
    }
    return obstacles;
  }

  /** What the checks found and what they could not look at, in sentences. */
  List<String> limits(String whyNot) {
    List<String> limits = new ArrayList<>();
    for (Check check : checks) {
      if (check.failed(Severity.LEAVES_OUT)) {
        limits.add(
            "%s failed for %s: left out of what decides, with %d of %d probes remaining (%s)."
                .formatted(
                    named(check),
                    String.join(", ", check.finding().orElseThrow().families()),
                    probes(leftOut()),
                    probes(Set.of()),
                    check.figures()));
      } else if (check.failed(Severity.WARNS)) {
        limits.add(
            "%s failed, which warns and decides nothing (%s)."
                .formatted(named(check), check.figures()));
      }
    }
    String missing =
        checks.stream()
            .filter(check -> check.finding().isEmpty())
            .map(Check::name)
            .collect(Collectors.joining("; "));
    if (!missing.isEmpty()) {
      limits.add("%s: not checked, since %s: %s.".formatted(format.name(), whyNot, missing));
    }
    return limits;
  }

  private String named(Check check) {
    return format.name() + ": " + check.name();
  }

  /** How many answers of the old side are in the measure without these families. */
  private long probes(Set<String> without) {
    return plan
        .treatment(format.name(), Plan.OLD_TO_NEW, Treatments.BEFORE)
        .map(before -> Objects.requireNonNull(outcomes.get(before.id())))
        .stream()
        .flatMap(before -> before.observations().stream())
        .filter(observation -> measure.of(observation).isPresent())
        .filter(observation -> !without.contains(observation.family()))
        .count();
  }
}
