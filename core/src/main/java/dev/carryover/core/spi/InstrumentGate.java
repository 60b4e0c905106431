package dev.carryover.core.spi;

import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.metrics.Metric;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks whether the measure of one format can be believed (spec 1.8), from observations alone. */
public interface InstrumentGate {
  /** Stable name, such as {@code memory removed falls to the floor}. */
  String name();

  /** The finding; empty where the run lacks the treatments that it takes. */
  Optional<Finding> check(Readings readings);

  /**
   * What was observed of one format.
   *
   * @param measure that decides for it
   * @param margin the largest loss that counts as preserved, as a fraction of 1
   * @param coverageGate the share of the evidence that a store must hold, as a fraction of 1
   * @param observed by treatment, then by history, each in the plan's order
   */
  record Readings(
      Metric measure,
      double margin,
      double coverageGate,
      Map<PlannedTreatment, Map<String, List<Observation>>> observed) {
    /** What the paper came to ask of evidence coverage (spec 1.8). */
    public static final double COVERAGE_GATE = 0.60;

    public Readings {
      Objects.requireNonNull(measure, "measure");
      observed = Collections.unmodifiableMap(new LinkedHashMap<>(observed));
    }

    /** With the paper's coverage gate. */
    public Readings(
        Metric measure,
        double margin,
        Map<PlannedTreatment, Map<String, List<Observation>>> observed) {
      this(measure, margin, COVERAGE_GATE, observed);
    }

    /** What was observed under one treatment; empty where it was not run. */
    public Optional<Map<String, List<Observation>>> of(
        String direction, String treatment, EvidenceMode evidence) {
      return observed.entrySet().stream()
          .filter(entry -> entry.getKey().direction().equals(direction))
          .filter(entry -> entry.getKey().name().equals(treatment))
          .filter(entry -> entry.getKey().evidence() == evidence)
          .filter(entry -> !entry.getValue().isEmpty())
          .findFirst()
          .map(Map.Entry::getValue);
    }
  }

  /** What a failure means. */
  enum Severity {
    /** No verdict is given. */
    BLOCKS,
    /** The families that failed are left out of the measure. */
    LEAVES_OUT,
    /** It is said beside the verdict; a study stops. */
    WARNS
  }

  /**
   * What a gate found.
   *
   * @param passed whether the instrument can be believed
   * @param severity of a failure
   * @param figures what it rests on, by name; that of a figure of one family begins with the
   *     family's and an underscore
   * @param families that failed, where it looks at each by itself; empty elsewhere
   */
  record Finding(
      boolean passed, Severity severity, SortedMap<String, Double> figures, Set<String> families) {
    public Finding {
      Objects.requireNonNull(severity, "severity");
      figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
      families = Collections.unmodifiableSortedSet(new TreeSet<>(families));
    }
  }
}
