package dev.carryover.core.report;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a few probes say about candidates, in the shape of {@code screen.json}: which to drop, which
 * to test in full, never that one is good. No clock and no path is in it: two screens of one plan
 * give equal reports. Every figure is finite.
 *
 * @param schema {@link #SCHEMA}
 * @param name the run's name
 * @param decision {@code go-on} where one or more candidates go on, {@code all-stopped}, or {@code
 *     cannot-tell}
 * @param margin the largest loss that counts as preserved, as a fraction of 1
 * @param asked what was asked
 * @param calibration what predictions rest on
 * @param candidates in the file's order
 * @param comparisons of every two candidates, format by format
 * @param limits sentences: what these figures cannot show
 */
public record ScreenReport(
    String schema,
    String name,
    String decision,
    double margin,
    Asked asked,
    CalibrationUsed calibration,
    List<Candidate> candidates,
    List<Comparison> comparisons,
    List<String> limits) {
  /** Name and version of this shape. */
  public static final String SCHEMA = "carryover.screen/1";

  /** Candidates that go on are tested in full; this is no approval. */
  public static final String GO_ON = "go-on";

  /** A candidate is shown to be bad. */
  public static final String STOP = "stop";

  /** A candidate has its place among the others and nothing more can be said. */
  public static final String RANKING_ONLY = "ranking-only";

  /** Every candidate is stopped. */
  public static final String ALL_STOPPED = "all-stopped";

  /** No candidate is known to go on, and not all are stopped. */
  public static final String CANNOT_TELL = "cannot-tell";

  public ScreenReport {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(decision, "decision");
    Finite.require("margin", margin);
    Objects.requireNonNull(asked, "asked");
    Objects.requireNonNull(calibration, "calibration");
    candidates = List.copyOf(candidates);
    comparisons = List.copyOf(comparisons);
    limits = List.copyOf(limits);
  }

  /**
   * What was asked.
   *
   * @param answers of candidates, that were asked for and are in the journal
   * @param oldAnswers of the old side, asked or taken from an earlier run
   * @param histories that were screened
   * @param probes of one history, at most
   * @param seed of the choice of probes
   */
  public record Asked(int answers, int oldAnswers, int histories, int probes, long seed) {}

  /**
   * What predictions rest on.
   *
   * @param source {@code shipped}, {@code given} or {@code none}
   * @param runs that it was fitted on
   */
  public record CalibrationUsed(String source, List<String> runs) {
    public CalibrationUsed {
      Objects.requireNonNull(source, "source");
      runs = List.copyOf(runs);
    }
  }

  /** A candidate: {@link #STOP}, {@link #GO_ON} or {@link #RANKING_ONLY}, with the reason. */
  public record Candidate(String name, String decision, String reason, List<Row> formats) {
    public Candidate {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(decision, "decision");
      Objects.requireNonNull(reason, "reason");
      formats = List.copyOf(formats);
    }
  }

  /**
   * A candidate on one format.
   *
   * @param candidate its name
   * @param measure what was measured: a metric's name, or {@code overlap@K} of stored texts'
   *     neighbours
   * @param rank 1 is the best; one more for each candidate that is shown to be better
   * @param tied whether another candidate has this rank
   * @param screened the measure on the probes that were asked
   * @param predicted on the probes that were not asked
   * @param loss predicted, against the old side
   * @param noOp what an unchanged embedder gives, where stored texts were compared: 1
   */
  public record Row(
      String candidate,
      String format,
      String measure,
      int rank,
      boolean tied,
      Estimate screened,
      Optional<Estimate> predicted,
      Optional<Estimate> loss,
      Optional<Estimate> noOp) {
    public Row {
      Objects.requireNonNull(candidate, "candidate");
      Objects.requireNonNull(format, "format");
      Objects.requireNonNull(measure, "measure");
      Objects.requireNonNull(screened, "screened");
      Objects.requireNonNull(predicted, "predicted");
      Objects.requireNonNull(loss, "loss");
      Objects.requireNonNull(noOp, "noOp");
    }
  }

  /**
   * A mean over histories with its 95 % interval.
   *
   * @param low absent where no spread is known
   * @param high absent where no spread is known
   */
  public record Estimate(double mean, OptionalDouble low, OptionalDouble high, int histories) {
    public Estimate {
      Finite.require("mean", mean);
      Finite.require("low", low);
      Finite.require("high", high);
    }
  }

  /**
   * Two candidates on the same probes: the first minus the second.
   *
   * @param p two-sided, Holm over all pairs of the format; absent where no spread is known
   */
  public record Comparison(
      String format, String first, String second, Estimate difference, OptionalDouble p) {
    public Comparison {
      Objects.requireNonNull(format, "format");
      Objects.requireNonNull(first, "first");
      Objects.requireNonNull(second, "second");
      Objects.requireNonNull(difference, "difference");
      Finite.require("p", p);
    }
  }
}
