package dev.carryover.core.testkit;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.Cell;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.spi.InstrumentGate.Readings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Readings whose answers a test makes up: probes {@code p0}, {@code p1} and so on, of families
 * {@code f0} to {@code f4} in turn, in histories {@code h0}, {@code h1} and so on.
 */
public final class MadeReadings {
  private static final int FAMILIES = 5;

  private final Map<PlannedTreatment, Map<String, List<Observation>>> observed =
      new LinkedHashMap<>();
  private final int probes;

  /** Whether a probe was answered rightly. */
  public interface Right {
    /**
     * @param history its place
     * @param probe its place
     */
    boolean is(int history, int probe);
  }

  private MadeReadings(int probes) {
    this.probes = probes;
  }

  /** Nothing yet; every history will have so many probes. */
  public static MadeReadings of(int probes) {
    return new MadeReadings(probes);
  }

  /** Everything that a sound instrument reads, on 12 histories of 20 probes. */
  public static MadeReadings sound() {
    return of(20)
        .read("before", 12, (h, p) -> p < 17)
        .raw(12, (h, p) -> p < 19)
        .read("own", 12, (h, p) -> p < 18)
        .read("corrupted-25", 12, (h, p) -> p < 13)
        .read("corrupted-50", 12, (h, p) -> p < 9)
        .read("corrupted-75", 12, (h, p) -> p < 4)
        .read("empty", 12, (h, p) -> false);
  }

  /** A treatment of the old side, its evidence kept whole; it takes the place of an earlier one. */
  public MadeReadings read(String treatment, int histories, Right right) {
    return put(treatment, EvidenceMode.NORMAL, histories, right, (h, p) -> true);
  }

  /** The same, with stores that keep the evidence of some probes only. */
  public MadeReadings kept(String treatment, int histories, Right right, Right kept) {
    return put(treatment, EvidenceMode.NORMAL, histories, right, kept);
  }

  /** What the old reader makes of the original evidence. */
  public MadeReadings raw(int histories, Right right) {
    return put("before", EvidenceMode.RAW_EVIDENCE, histories, right, (h, p) -> true);
  }

  /** Original evidence that could not be given, since no probe names any. */
  public MadeReadings rawOfNone(int histories) {
    Map<String, List<Observation>> all = new LinkedHashMap<>();
    for (int h = 0; h < histories; h++) {
      List<Observation> some = new ArrayList<>();
      for (int p = 0; p < probes; p++) {
        some.add(observation(h, p, new Unscored("the probe names no evidence")));
      }
      all.put("h" + h, some);
    }
    return with(treatment("before", EvidenceMode.RAW_EVIDENCE), all);
  }

  /** Without a treatment of the old side. */
  public MadeReadings without(String treatment, EvidenceMode evidence) {
    observed.remove(treatment(treatment, evidence));
    return this;
  }

  /** The readings, judged by accuracy with the usual margin and coverage gate. */
  public Readings readings() {
    return new Readings(Metric.accuracy(), 0.05, observed);
  }

  private MadeReadings put(
      String name, EvidenceMode evidence, int histories, Right right, Right kept) {
    Map<String, List<Observation>> all = new LinkedHashMap<>();
    for (int h = 0; h < histories; h++) {
      List<Observation> some = new ArrayList<>();
      for (int p = 0; p < probes; p++) {
        some.add(
            observation(
                h,
                p,
                new Scored(
                    Optional.of(right.is(h, p) ? AnswerMark.CORRECT : AnswerMark.WRONG_CODE),
                    Optional.of(trace(kept.is(h, p))))));
      }
      all.put("h" + h, some);
    }
    return with(treatment(name, evidence), all);
  }

  private MadeReadings with(
      PlannedTreatment treatment, Map<String, List<Observation>> observations) {
    observed.put(treatment, observations);
    return this;
  }

  private static RetrievalTrace trace(boolean kept) {
    return new RetrievalTrace(
        List.of(new EvidenceFate("e", kept, OptionalInt.empty())), false, OptionalInt.empty(), 9);
  }

  private static Observation observation(int history, int probe, Observation.Outcome outcome) {
    return new Observation(
        "h" + history,
        "p" + probe,
        "f" + probe % FAMILIES,
        outcome,
        Optional.empty(),
        List.of(),
        1);
  }

  private static PlannedTreatment treatment(String name, EvidenceMode evidence) {
    return new PlannedTreatment(
        "notes",
        Plan.OLD_TO_NEW,
        name,
        Optional.of(
            new Cell(
                Plan.ANY_HISTORY,
                "notes",
                "a",
                "a",
                Cell.NOBODY,
                Cell.NOBODY,
                Cell.AS_WRITTEN,
                evidence,
                0)));
  }
}
