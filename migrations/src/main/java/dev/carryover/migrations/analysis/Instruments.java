package dev.carryover.migrations.analysis;

import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.spi.InstrumentGate.Readings;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The checks of the instrument over all formats that are judged. */
final class Instruments {
  private final RunRecord record;
  private final Plan plan;
  private final Map<String, Outcomes> outcomes;
  private final Map<PlannedFormat, Instrument> instruments = new LinkedHashMap<>();

  /**
   * @param claims tells which formats are judged
   */
  Instruments(RunRecord record, Map<String, Outcomes> outcomes, Judge claims) {
    this.record = record;
    this.plan = record.plan();
    this.outcomes = outcomes;
    double coverageGate =
        Optional.ofNullable(record.settings().get("coverage_gate"))
            .map(Double::parseDouble)
            .orElse(Readings.COVERAGE_GATE);
    for (PlannedFormat format : plan.formats()) {
      claims
          .claimed(format)
          .ifPresent(
              measure ->
                  instruments.put(
                      format, new Instrument(plan, format, measure, outcomes, coverageGate)));
    }
  }

  /** What decides: every outcome without the families that their format's checks leave out. */
  Map<String, Outcomes> judged() {
    Map<String, Outcomes> judged = new LinkedHashMap<>(outcomes);
    instruments.forEach(
        (format, instrument) -> {
          Set<String> leftOut = instrument.leftOut();
          if (!leftOut.isEmpty()) {
            judged.replaceAll(
                (id, some) ->
                    some.treatment().format().equals(format.name())
                        ? some.keeping(o -> !leftOut.contains(o.family()))
                        : some);
          }
        });
    return judged;
  }

  List<Gate> gates() {
    return instruments.values().stream().flatMap(some -> some.gates().stream()).toList();
  }

  List<String> obstacles() {
    return instruments.values().stream().flatMap(some -> some.obstacles().stream()).toList();
  }

  List<String> limits() {
    List<String> limits = new ArrayList<>();
    instruments.forEach(
        (format, instrument) -> {
          limits.addAll(instrument.limits(whyNot(format)));
          withoutEvidence(format).ifPresent(limits::add);
        });
    if (instruments.values().stream().anyMatch(instrument -> !instrument.installed())) {
      limits.add("The instrument was not checked: no check of it is installed (module probes).");
    }
    return limits;
  }

  /** Why a format lacks what a check takes. */
  private String whyNot(PlannedFormat format) {
    if (record.given().containsKey(RunRecord.BASELINE)) {
      return "the old side was not asked again";
    }
    if (record.settings().getOrDefault("instrument", "").equals("0")) {
      return "'instrument: 0' leaves out what they read";
    }
    if (format.measure().filter(Instruments::isOfAnswers).isEmpty()) {
      return "retrieval decides, and no answer";
    }
    if (!isPlanned(format, Treatments.corrupted(25), EvidenceMode.NORMAL)) {
      return "the format keeps the state of a model or answers for itself";
    }
    if (scored(format, EvidenceMode.RAW_EVIDENCE).isEmpty()) {
      return "no probe names its evidence";
    }
    return "the histories are too few, or what guessing scores is not known";
  }

  private static boolean isOfAnswers(String measure) {
    return measure.equals(Metric.accuracy().name()) || measure.equals(Metric.tokenF1().name());
  }

  private boolean isPlanned(PlannedFormat format, String treatment, EvidenceMode evidence) {
    return plan.treatment(format.name(), Plan.OLD_TO_NEW, treatment, evidence).isPresent();
  }

  /** Names the families of which no probe could be read with its evidence. */
  private Optional<String> withoutEvidence(PlannedFormat format) {
    Set<String> known = scored(format, EvidenceMode.RAW_EVIDENCE);
    Set<String> families = scored(format, EvidenceMode.NORMAL);
    families.removeAll(known);
    return known.isEmpty() || families.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s: no probe of %s names evidence, so that nobody knows what a reader could make of it; it counts all the same."
                .formatted(format.name(), String.join(", ", families)));
  }

  /** The families that the old side was marked on. */
  private Set<String> scored(PlannedFormat format, EvidenceMode evidence) {
    Set<String> families = new TreeSet<>();
    plan.treatment(format.name(), Plan.OLD_TO_NEW, Treatments.BEFORE, evidence)
        .map(PlannedTreatment::id)
        .map(outcomes::get)
        .ifPresent(
            some ->
                some.observations().stream()
                    .filter(o -> o.outcome().scored().isPresent())
                    .map(Observation::family)
                    .forEach(families::add));
    return families;
  }
}
