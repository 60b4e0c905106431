package dev.carryover.migrations.analysis;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.report.Diagnosis;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A writer and a reader on one store, with what the reader made of the memory, of the stored
 * evidence and of the original events (spec 1.11). Where nobody is asked, the store's coverage of
 * the evidence stands for the second read, and there is no third.
 */
final class MatchedCell {
  /** From this F1 on, free text counts as right when lost answers are told by stage; ours. */
  private static final double RIGHT_WORDS = 0.5;

  private final Outcomes normal;
  private final Optional<Outcomes> stored;
  private final Optional<Outcomes> raw;
  private final Metric measure;
  private final boolean noTexts;
  private final Map<String, List<Reads>> reads;

  /**
   * @param noTexts whether the memory holds nothing of which the evidence could be picked, so that
   *     construction and retrieval are one loss
   */
  private MatchedCell(
      Outcomes normal,
      Optional<Outcomes> stored,
      Optional<Outcomes> raw,
      Metric measure,
      boolean noTexts) {
    this.noTexts = noTexts;
    this.normal = normal;
    this.stored = stored;
    this.raw = raw;
    this.measure = measure;
    this.reads = Collections.unmodifiableMap(matched());
  }

  /**
   * One probe under every read.
   *
   * @param normal what the memory's own read scored
   * @param stored what the stored evidence scored; absent where that was not scored
   * @param raw what the original events scored, likewise
   */
  record Reads(
      String history,
      Observation observation,
      double normal,
      OptionalDouble stored,
      OptionalDouble raw) {
    /** Whether all three are there. */
    boolean whole() {
      return stored.isPresent() && raw.isPresent();
    }
  }

  /** The cells of a format in a direction: before, inherited, own and what is planned. */
  static List<MatchedCell> of(
      Plan plan, PlannedFormat format, String direction, Map<String, Outcomes> outcomes) {
    Optional<Metric> measure = measure(plan, format, outcomes);
    List<MatchedCell> cells = new ArrayList<>();
    for (PlannedTreatment treatment : plan.treatments()) {
      if (measure.isPresent()
          && treatment.format().equals(format.name())
          && treatment.direction().equals(direction)
          && treatment.evidence() == EvidenceMode.NORMAL
          && isMatched(plan, treatment)) {
        Outcomes normal = outcomes.get(treatment.id());
        if (normal != null && !normal.isEmpty()) {
          cells.add(
              new MatchedCell(
                  normal,
                  read(plan, treatment, EvidenceMode.STORED_EVIDENCE, outcomes),
                  read(plan, treatment, EvidenceMode.RAW_EVIDENCE, outcomes),
                  measure.get(),
                  plan.treatment(
                          format.name(), direction, treatment.name(), EvidenceMode.STORED_EVIDENCE)
                      .isEmpty()));
        }
      }
    }
    return cells;
  }

  private static boolean isMatched(Plan plan, PlannedTreatment treatment) {
    return List.of(
            Treatments.BEFORE,
            Treatments.INHERITED,
            Treatments.OWN,
            Treatments.ofRollout(plan.rule().rollout()))
        .contains(treatment.name());
  }

  /** Of answers, the measure that marks most of them; retrieval where nobody is asked. */
  private static Optional<Metric> measure(
      Plan plan, PlannedFormat format, Map<String, Outcomes> outcomes) {
    Optional<Metric> deciding = Measures.deciding(format);
    if (deciding.filter(metric -> isOfAnswers(metric)).isPresent()) {
      return deciding;
    }
    Optional<Outcomes> before =
        plan.treatment(format.name(), Plan.OLD_TO_NEW, Treatments.BEFORE)
            .map(treatment -> outcomes.get(treatment.id()));
    long codes = before.map(some -> scored(some, Metric.accuracy())).orElse(0L);
    long words = before.map(some -> scored(some, Metric.tokenF1())).orElse(0L);
    if (codes + words == 0) {
      return deciding;
    }
    return Optional.of(codes >= words ? Metric.accuracy() : Metric.tokenF1());
  }

  private static boolean isOfAnswers(Metric metric) {
    return metric.equals(Metric.accuracy()) || metric.equals(Metric.tokenF1());
  }

  private static long scored(Outcomes some, Metric metric) {
    return some.observations().stream().filter(o -> metric.of(o).isPresent()).count();
  }

  private static Optional<Outcomes> read(
      Plan plan, PlannedTreatment treatment, EvidenceMode mode, Map<String, Outcomes> outcomes) {
    return plan.treatment(treatment.format(), treatment.direction(), treatment.name(), mode)
        .map(planned -> outcomes.get(planned.id()))
        .filter(found -> !found.isEmpty());
  }

  /** The same where what its store holds cannot be judged by itself: its parts are one loss. */
  MatchedCell asOneLoss() {
    return new MatchedCell(normal, stored, raw, measure, true);
  }

  PlannedTreatment treatment() {
    return normal.treatment();
  }

  Metric measure() {
    return measure;
  }

  /** Whether retrieval alone is judged, so that there is no reading part. */
  boolean askedNobody() {
    return !isOfAnswers(measure);
  }

  /** Whether both read the very same cells. */
  boolean sameAs(MatchedCell other) {
    return normal.sameCellsAs(other.normal);
  }

  /** Why its parts cannot be told at all; absent where some can. */
  Optional<String> untold() {
    if (normal.incompatible().isPresent()) {
      return Optional.of(
          "no reader could open this memory, so that all is lost and at no stage of its own");
    }
    if (askedNobody() || raw.isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        "nobody could be given the evidence: the memory answers for itself, or no probe names any");
  }

  /** Whether the store has no texts of which the evidence could be picked. */
  boolean keepsNoTexts() {
    return !askedNobody() && noTexts;
  }

  /** Every probe that the memory's own read scored, by history. */
  Map<String, List<Reads>> reads() {
    return reads;
  }

  private Map<String, List<Reads>> matched() {
    Map<String, List<Reads>> histories = new LinkedHashMap<>();
    normal
        .histories()
        .forEach(
            (history, probes) ->
                probes.values().stream()
                    .filter(observation -> measure.of(observation).isPresent())
                    .forEach(
                        observation ->
                            histories
                                .computeIfAbsent(history, key -> new ArrayList<>())
                                .add(reads(history, observation))));
    return histories;
  }

  private Reads reads(String history, Observation observation) {
    double own = measure.of(observation).orElseThrow();
    if (askedNobody()) {
      return new Reads(
          history,
          observation,
          own,
          Metric.evidenceCoverage().of(observation),
          OptionalDouble.of(1));
    }
    return new Reads(
        history,
        observation,
        own,
        value(stored, history, observation.probe()),
        value(raw, history, observation.probe()));
  }

  /** What was observed of a probe when the reader was given this. */
  Optional<Observation> given(EvidenceMode mode, String history, String probe) {
    return found(mode == EvidenceMode.STORED_EVIDENCE ? stored : raw, history, probe);
  }

  private OptionalDouble value(Optional<Outcomes> read, String history, String probe) {
    return found(read, history, probe)
        .filter(observation -> !isIncompatible(observation))
        .map(measure::of)
        .orElse(OptionalDouble.empty());
  }

  private static Optional<Observation> found(
      Optional<Outcomes> read, String history, String probe) {
    return read.map(some -> some.histories().getOrDefault(history, Map.of()).get(probe));
  }

  private static boolean isIncompatible(Observation observation) {
    return observation
        .outcome()
        .scored()
        .flatMap(Scored::mark)
        .equals(Optional.of(AnswerMark.INCOMPATIBLE));
  }

  /** Whether a score counts as right. */
  boolean isRight(double score) {
    return score >= (measure.equals(Metric.tokenF1()) ? RIGHT_WORDS : 1);
  }

  /** Whether every read that there is for this cell was scored. */
  boolean tells(Reads reads) {
    boolean scored = keepsNoTexts() ? reads.raw().isPresent() : reads.whole();
    return scored && !isIncompatible(reads.observation());
  }

  /** The stage at which a wrong answer was lost: the first read that has it right tells. */
  String stage(Reads reads) {
    if (!tells(reads)) {
      return Diagnosis.UNTOLD;
    }
    if (!keepsNoTexts() && reads.stored().isPresent() && isRight(reads.stored().getAsDouble())) {
      return !askedNobody() && cameBack(reads.observation())
          ? Diagnosis.DELIVERY
          : Diagnosis.RETRIEVAL;
    }
    if (isRight(reads.raw().getAsDouble())) {
      return keepsNoTexts() ? Diagnosis.MEMORY : Diagnosis.CONSTRUCTION;
    }
    return Diagnosis.READING;
  }

  /** Whether all of the evidence was among what came back. */
  private static boolean cameBack(Observation observation) {
    return observation
        .outcome()
        .scored()
        .flatMap(Scored::retrieval)
        .filter(trace -> trace.evidence().stream().allMatch(fate -> fate.rank().isPresent()))
        .isPresent();
  }
}
