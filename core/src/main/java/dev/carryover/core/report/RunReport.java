package dev.carryover.core.report;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * Everything a run found, in the shape of {@code report.json}. Only {@link #run} depends on the
 * clock, the host or a path: two runs of one plan differ in nothing else. Every figure is a finite
 * number: a NaN or an infinity is refused with an {@link IllegalArgumentException}.
 *
 * @param schema {@link #SCHEMA}
 * @param run where and when
 * @param verdict may the upgrade go ahead
 * @param hypotheses what the verdict rests on, one row each
 * @param treatments what was measured, controls included
 * @param contrasts differences and ratios between treatments
 * @param perHistory what every figure above can be recomputed from
 * @param gates the controls that were checked
 * @param identities every model and embedder
 * @param spaces how far apart the vector spaces are
 * @param cost what the run took, as journalled
 * @param settings the resolved plan
 * @param limits sentences: what these figures cannot show
 * @param diagnosis where it was lost; absent where that was not asked for
 * @param after what each repair comes to as the rollout; absent where that was not asked for
 */
public record RunReport(
    String schema,
    RunInfo run,
    Verdict verdict,
    List<Hypothesis> hypotheses,
    List<Treatment> treatments,
    List<Contrast> contrasts,
    List<HistoryFigures> perHistory,
    List<Gate> gates,
    List<Identity> identities,
    List<SpaceComparison> spaces,
    Cost cost,
    SortedMap<String, String> settings,
    List<String> limits,
    Optional<Diagnosis> diagnosis,
    Optional<List<AfterRepair>> after) {
  /** Name and version of this shape. */
  public static final String SCHEMA = "carryover.report/1";

  public RunReport {
    hypotheses = List.copyOf(hypotheses);
    treatments = List.copyOf(treatments);
    contrasts = List.copyOf(contrasts);
    perHistory = List.copyOf(perHistory);
    gates = List.copyOf(gates);
    identities = List.copyOf(identities);
    spaces = List.copyOf(spaces);
    limits = List.copyOf(limits);
    Objects.requireNonNull(diagnosis, "diagnosis");
    after = after.map(List::copyOf);
  }

  /** A report without a diagnosis. */
  public RunReport(
      String schema,
      RunInfo run,
      Verdict verdict,
      List<Hypothesis> hypotheses,
      List<Treatment> treatments,
      List<Contrast> contrasts,
      List<HistoryFigures> perHistory,
      List<Gate> gates,
      List<Identity> identities,
      List<SpaceComparison> spaces,
      Cost cost,
      SortedMap<String, String> settings,
      List<String> limits) {
    this(
        schema,
        run,
        verdict,
        hypotheses,
        treatments,
        contrasts,
        perHistory,
        gates,
        identities,
        spaces,
        cost,
        settings,
        limits,
        Optional.empty(),
        Optional.empty());
  }

  /** The same report with a diagnosis. */
  public RunReport with(Diagnosis found) {
    return new RunReport(
        schema,
        run,
        verdict,
        hypotheses,
        treatments,
        contrasts,
        perHistory,
        gates,
        identities,
        spaces,
        cost,
        settings,
        limits,
        Optional.of(found),
        after);
  }

  /**
   * Where and when.
   *
   * @param name the run's name
   * @param directory of the run
   * @param startedAt ISO 8601, UTC
   * @param finishedAt ISO 8601, UTC
   * @param durationSeconds working time over all attempts
   * @param host name of the machine
   * @param java version of the Java that ran
   * @param code version of Carryover, with its commit where known
   * @param inputs where histories and a given store came from, by name, as given
   */
  public record RunInfo(
      String name,
      String directory,
      String startedAt,
      String finishedAt,
      double durationSeconds,
      String host,
      String java,
      String code,
      SortedMap<String, String> inputs) {
    public RunInfo {
      Finite.require("duration", durationSeconds);
    }
  }

  /**
   * May the upgrade go ahead.
   *
   * @param decision preserved, regressed, inconclusive or not-measurable
   * @param reason a sentence that a person can act on
   * @param margin the largest loss that still counts as preserved, as a fraction of 1
   * @param measure name of the metric that decided
   * @param rollout what is planned: keep, mixed-N, rewrite, repaired-METHOD
   * @param direction old-to-new
   * @param histories how many were compared
   * @param historiesNeeded how many would decide an inconclusive one, where that can be said
   * @param worstHistory the history that lost most
   * @param worstLoss what it lost
   * @param undetectedShare upper 95 % bound on the share of histories that lose more than the
   *     margin, if none of these did
   */
  public record Verdict(
      String decision,
      String reason,
      double margin,
      String measure,
      String rollout,
      String direction,
      int histories,
      OptionalInt historiesNeeded,
      Optional<String> worstHistory,
      OptionalDouble worstLoss,
      OptionalDouble undetectedShare) {
    public Verdict {
      Finite.require("margin", margin);
      Finite.require("worst loss", worstLoss);
      Finite.require("undetected share", undetectedShare);
    }
  }

  /** One hypothesis: a loss with its interval; positive is worse. See design/statistics.md. */
  public record Hypothesis(
      String name,
      String format,
      String measure,
      double margin,
      OptionalDouble estimate,
      OptionalDouble low,
      OptionalDouble high,
      OptionalDouble pPreserved,
      OptionalDouble pRegressed,
      OptionalDouble pRegressedHolm,
      String decision,
      int histories) {
    public Hypothesis {
      Finite.require("margin", margin);
      Finite.require("estimate", estimate);
      Finite.require("low", low);
      Finite.require("high", high);
      Finite.require("p preserved", pPreserved);
      Finite.require("p regressed", pRegressed);
      Finite.require("p regressed, Holm", pRegressedHolm);
    }
  }

  /**
   * A difference or ratio between treatments, with a 95 % t interval over histories.
   *
   * @param direction old-to-new or new-to-old; {@link #BOTH} where a planned contrast takes both,
   *     history by history
   * @param histories that have a value
   * @param unit of value, low and high; absent for a fraction of 1 and for a ratio
   * @param test of a contrast that was planned beforehand; absent for all others
   * @param noise how far live repeats alone move such a difference, 19 times in 20, in its unit;
   *     absent where nothing was repeated live, and for ratios
   */
  public record Contrast(
      String name,
      String format,
      String direction,
      String measure,
      OptionalDouble value,
      OptionalDouble low,
      OptionalDouble high,
      int histories,
      Optional<String> unit,
      Optional<PlannedTest> test,
      OptionalDouble noise) {
    /** Old to new and new to old, averaged within each history as spec 1.7 plans it. */
    public static final String BOTH = "both";

    public Contrast {
      Finite.require(name, value);
      Finite.require("low", low);
      Finite.require("high", high);
      Finite.require("noise", noise);
    }

    /** One beside which no noise is known. */
    public Contrast(
        String name,
        String format,
        String direction,
        String measure,
        OptionalDouble value,
        OptionalDouble low,
        OptionalDouble high,
        int histories,
        Optional<String> unit,
        Optional<PlannedTest> test) {
      this(
          name,
          format,
          direction,
          measure,
          value,
          low,
          high,
          histories,
          unit,
          test,
          OptionalDouble.empty());
    }

    /** A fraction or a ratio that is not tested. */
    public Contrast(
        String name,
        String format,
        String direction,
        String measure,
        OptionalDouble value,
        OptionalDouble low,
        OptionalDouble high,
        int histories) {
      this(
          name,
          format,
          direction,
          measure,
          value,
          low,
          high,
          histories,
          Optional.empty(),
          Optional.empty());
    }
  }

  /**
   * A one-sided t test over histories of "the contrast is not over the threshold" (spec 1.7).
   *
   * @param threshold in the contrast's unit
   * @param p absent where there is nothing to test
   * @param pHolm the same, corrected over the planned contrasts of this run; the paper's correction
   *     goes over four, two of which take other runs
   * @param decision supported, not-supported or not-measurable
   */
  public record PlannedTest(
      double threshold, OptionalDouble p, OptionalDouble pHolm, String decision) {
    public PlannedTest {
      Finite.require("threshold", threshold);
      Finite.require("p", p);
      Finite.require("p, Holm", pHolm);
    }
  }

  /**
   * The figures of one history under one treatment.
   *
   * @param treatment an id from the treatments
   * @param metrics value by metric name; absent where undefined
   */
  public record HistoryFigures(
      String history, String treatment, SortedMap<String, Double> metrics) {
    public HistoryFigures {
      metrics = Finite.copyOf(metrics);
    }
  }

  /**
   * A control that was checked before the verdict was believed.
   *
   * @param consequence of a failure, {@link #LEAVES_OUT} or {@link #WARNS}; absent where a failure
   *     leaves no verdict
   */
  public record Gate(
      String name,
      boolean passed,
      SortedMap<String, Double> figures,
      Optional<String> consequence) {
    /** The families that failed are left out of the measure. */
    public static final String LEAVES_OUT = "leaves-out";

    /** It is said beside the verdict. */
    public static final String WARNS = "warns";

    public Gate {
      figures = Finite.copyOf(figures);
    }

    /** One whose failure leaves no verdict. */
    public Gate(String name, boolean passed, SortedMap<String, Double> figures) {
      this(name, passed, figures, Optional.empty());
    }

    /** Whether it leaves no verdict. */
    public boolean blocks() {
      return !passed && consequence.isEmpty();
    }
  }

  /**
   * Two vector spaces on the same texts.
   *
   * @param texts what was embedded by both
   * @param meanCosine of a text in one space and the same text in the other
   * @param minCosine the least of them
   */
  public record SpaceComparison(
      String from, String to, String texts, int count, double meanCosine, double minCosine) {
    public SpaceComparison {
      Finite.require("mean cosine", meanCosine);
      Finite.require("least cosine", minCosine);
    }
  }

  /**
   * What the run took.
   *
   * @param calls answers that models gave
   * @param embeddedTexts texts embedded
   * @param dollars where priced
   */
  public record Cost(
      long calls, long embeddedTexts, long tokensIn, long tokensOut, OptionalDouble dollars) {
    public Cost {
      Finite.require("dollars", dollars);
    }
  }
}
