package dev.carryover.core.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a memory was lost, by stage and down to the probes (spec 1.11). Every figure is finite.
 *
 * @param breakdowns one for each matched cell, then the pooled ones of a direction and of both; in
 *     the order of the plan's formats
 * @param advice what to try, for what the figures support; the stage that would win most first and
 *     the reader last, format by format
 * @param lost every answer of a matched cell that was wrong, in the order in which it is told
 * @param notes sentences on how to read this
 */
public record Diagnosis(
    List<Breakdown> breakdowns, List<Advice> advice, List<LostAnswer> lost, List<String> notes) {
  /** Stands for a treatment where a breakdown is the mean over all matched cells. */
  public static final String POOLED = "pooled";

  /** The evidence was in the store, and what came back did not hold all of it. */
  public static final String RETRIEVAL = "retrieval";

  /** All of the evidence was among what came back, and the answer was wrong all the same. */
  public static final String DELIVERY = "delivery";

  /** The store does not hold what the answer needs, or not in a way that can be read. */
  public static final String CONSTRUCTION = "construction";

  /** Construction or retrieval, where the two cannot be told apart. */
  public static final String MEMORY = "memory";

  /** The original events do not help this reader. */
  public static final String READING = "reading";

  /** Not every read of this probe was scored. */
  public static final String UNTOLD = "untold";

  /** Every stage, in the order in which to look. */
  public static final List<String> STAGES =
      List.of(CONSTRUCTION, RETRIEVAL, DELIVERY, MEMORY, READING, UNTOLD);

  public Diagnosis {
    breakdowns = List.copyOf(breakdowns);
    advice = List.copyOf(advice);
    lost = List.copyOf(lost);
    notes = List.copyOf(notes);
  }

  /**
   * The same with the first {@link LostAnswer#TOLD_IN_FULL} lost answers of each cell and stage.
   */
  public Diagnosis abridged() {
    Map<List<String>, Integer> places = new HashMap<>();
    List<LostAnswer> first = new ArrayList<>();
    for (LostAnswer one : lost) {
      List<String> stage = List.of(one.format(), one.direction(), one.treatment(), one.stage());
      if (places.merge(stage, 1, Integer::sum) <= LostAnswer.TOLD_IN_FULL) {
        first.add(one);
      }
    }
    return new Diagnosis(breakdowns, advice, first, notes);
  }

  /**
   * The loss of one matched cell, or of several pooled, in its parts.
   *
   * @param direction old-to-new, new-to-old, or both
   * @param treatment before, inherited, own, the rollout, or {@link #POOLED}
   * @param measure name of the metric
   * @param histories that have a value
   * @param probes that every read scored, over all cells
   * @param leftOut probes that were observed and not scored by every read
   * @param total 1 minus the memory's own read
   * @param retrieval stored-evidence read minus the memory's own
   * @param construction raw-evidence read minus stored-evidence read
   * @param reading 1 minus the raw-evidence read
   * @param lost how many answers were lost at which stage; stages without any are left out
   * @param untold why the parts cannot be told; absent where all of them are
   */
  public record Breakdown(
      String format,
      String direction,
      String treatment,
      String measure,
      int histories,
      int probes,
      int leftOut,
      Optional<Part> total,
      Optional<Part> retrieval,
      Optional<Part> construction,
      Optional<Part> reading,
      SortedMap<String, StageCount> lost,
      Optional<String> untold) {
    public Breakdown {
      Objects.requireNonNull(format, "format");
      Objects.requireNonNull(total, "total");
      Objects.requireNonNull(retrieval, "retrieval");
      Objects.requireNonNull(construction, "construction");
      Objects.requireNonNull(reading, "reading");
      lost = Collections.unmodifiableSortedMap(new TreeMap<>(lost));
      Objects.requireNonNull(untold, "untold");
    }

    /** Whether it is the mean over several cells. */
    public boolean isPooled() {
      return treatment.equals(POOLED);
    }
  }

  /**
   * One part of a loss, from −1 to 1; negative where the later stage does better.
   *
   * @param value mean over histories
   * @param low lower end of the 95 % t interval over histories; absent with fewer than two, or
   *     where all are equal
   * @param high upper end
   * @param share of the total, as a ratio of means, without an interval; absent where the total is
   *     not positive
   * @param probes the part counted in probes; the parts' counts sum to the total's. Absent where a
   *     mark is not wholly right or wrong
   */
  public record Part(
      double value,
      OptionalDouble low,
      OptionalDouble high,
      OptionalDouble share,
      OptionalInt probes) {
    public Part {
      Finite.require("part of a loss", OptionalDouble.of(value));
      Finite.require("low", low);
      Finite.require("high", high);
      Finite.require("share", share);
      Objects.requireNonNull(probes, "probes");
    }
  }

  /**
   * Answers that were lost at one stage.
   *
   * @param answers how many
   * @param beforeHad of how many of them {@code before} was right; absent for {@code before} itself
   *     and where cells are pooled
   */
  public record StageCount(int answers, OptionalInt beforeHad) {}

  /**
   * Something to try.
   *
   * @param treatment whose loss it is about: the rollout, or inherited on the way back
   * @param stage that it is for
   * @param gain what it would win at most: the mean over histories of the share of probes that were
   *     lost at that stage
   * @param answers the same, counted
   * @param beforeHad of how many of them {@code before} was right
   * @param text what to do
   */
  public record Advice(
      String format,
      String direction,
      String treatment,
      String stage,
      double gain,
      OptionalDouble low,
      OptionalDouble high,
      int answers,
      OptionalInt beforeHad,
      String text) {
    public Advice {
      Finite.require("gain", OptionalDouble.of(gain));
      Finite.require("low", low);
      Finite.require("high", high);
    }
  }

  /**
   * An answer that was wrong.
   *
   * @param stage where it was lost
   * @param beforeHad whether {@code before} was right; absent for {@code before} itself
   * @param evidence what became of each event that the answer needs; empty where that is not known
   * @param firstHit rank, from 1, of the first item that came back and holds any of it
   * @param normal what was said to what the memory recalled; absent where nobody was asked
   * @param stored what was said to the stored items that hold the evidence
   * @param raw what was said to the original events
   * @param retrieved ids of the first items that came back, best first; empty where reads are not
   *     ranked, and where it is told in brief
   * @param texts the words behind it; absent where they were not kept, and where it is told in
   *     brief
   */
  public record LostAnswer(
      String format,
      String direction,
      String treatment,
      String history,
      String probe,
      String family,
      String stage,
      Optional<Boolean> beforeHad,
      List<Fate> evidence,
      OptionalInt firstHit,
      Optional<Said> normal,
      Optional<Said> stored,
      Optional<Said> raw,
      List<String> retrieved,
      Optional<Words> texts) {
    /** Answers of one cell and stage that a report tells in full; the others are told in brief. */
    public static final int TOLD_IN_FULL = 20;

    public LostAnswer {
      Objects.requireNonNull(beforeHad, "beforeHad");
      evidence = List.copyOf(evidence);
      retrieved = List.copyOf(retrieved);
      Objects.requireNonNull(texts, "texts");
    }

    /** The same without the texts and what came back. */
    public LostAnswer inBrief() {
      return new LostAnswer(
          format,
          direction,
          treatment,
          history,
          probe,
          family,
          stage,
          beforeHad,
          evidence,
          firstHit,
          normal,
          stored,
          raw,
          List.of(),
          Optional.empty());
    }
  }

  /**
   * What became of one evidence event.
   *
   * @param kept whether the store holds all of it
   * @param rank within which all of it came back, from 1
   */
  public record Fate(String event, boolean kept, OptionalInt rank) {}

  /**
   * A reply and its mark.
   *
   * @param mark its label
   * @param text what was said, cut where it is long
   */
  public record Said(String mark, String text) {}

  /**
   * The texts behind a lost answer, cut to bounds: see {@link Words#cut}.
   *
   * @param question as asked
   * @param answer the right one, where the source gives it
   * @param evidence the events that the answer needs
   * @param held the stored items that hold the evidence, the first of {@code heldInAll}
   * @param shown what the reader was shown by the memory, in order, the first of {@code shownInAll}
   */
  public record Words(
      String question,
      Optional<String> answer,
      List<Passage> evidence,
      List<Passage> held,
      int heldInAll,
      List<Passage> shown,
      int shownInAll) {
    /** Characters of one text that are kept, at most. */
    public static final int LONGEST = 400;

    /** Texts of one kind that are kept for one answer, at most. */
    public static final int MOST = 10;

    public Words {
      evidence = List.copyOf(evidence);
      held = List.copyOf(held);
      shown = List.copyOf(shown);
    }

    /** A text of at most {@link #LONGEST} characters; one that is cut ends in an ellipsis. */
    public static String cut(String text) {
      return text.codePointCount(0, text.length()) <= LONGEST
          ? text
          : text.substring(0, text.offsetByCodePoints(0, LONGEST - 1)) + "\u2026";
    }
  }

  /** A text with its id: an event's or a stored item's. */
  public record Passage(String id, String text) {}
}
