package dev.carryover.core.report;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What restores a memory for a new component, and what that costs, in the shape of {@code
 * repair.json}. No path and no time is in it; where {@link Pricing#byTheHour} holds, costs rest on
 * how long repairs took here. Every figure is finite: what no repair restores has no cost.
 *
 * @param schema {@link #SCHEMA}
 * @param name the run's name
 * @param decision {@link #RESTORED} where every format reaches the target old to new, else {@link
 *     #NOT_RESTORED}
 * @param target the share of own-store accuracy that is wanted
 * @param sampled the histories that it rests on
 * @param pricing what costs rest on
 * @param places every format, each way
 * @param choices the cheapest way to each target
 * @param grid every method at every budget
 * @param recovered the cost to recover, over histories
 * @param perHistory the cost to recover of each history
 * @param outOfReach repairs that could not be tried, as what they need is gone
 * @param limits sentences: what these figures cannot show
 */
public record RepairReport(
    String schema,
    String name,
    String decision,
    double target,
    Sampled sampled,
    Pricing pricing,
    List<Place> places,
    List<Choice> choices,
    List<Row> grid,
    List<Recovered> recovered,
    List<HistoryCost> perHistory,
    List<OutOfReach> outOfReach,
    List<String> limits) {
  /** Name and version of this shape. */
  public static final String SCHEMA = "carryover.repair/1";

  /** The target is reached, by a repair or without one. */
  public static final String RESTORED = "restored";

  /** No repair that was tried reaches the target. */
  public static final String NOT_RESTORED = "not-restored";

  /** The inherited store reaches the target as it is. */
  public static final String NONE_NEEDED = "none-needed";

  /** A method at a budget reaches the target. */
  public static final String REPAIR = "repair";

  /** There is no own-store accuracy to compare with. */
  public static final String NOT_MEASURABLE = "not-measurable";

  public RepairReport {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(decision, "decision");
    Finite.require("target", target);
    Objects.requireNonNull(sampled, "sampled");
    Objects.requireNonNull(pricing, "pricing");
    places = List.copyOf(places);
    choices = List.copyOf(choices);
    grid = List.copyOf(grid);
    recovered = List.copyOf(recovered);
    perHistory = List.copyOf(perHistory);
    outOfReach = List.copyOf(outOfReach);
    limits = List.copyOf(limits);
  }

  /**
   * The histories that were measured.
   *
   * @param histories how many
   * @param all how many there are, for which costs are expected
   * @param seed with which they were drawn
   */
  public record Sampled(int histories, int all, long seed) {}

  /**
   * What costs rest on.
   *
   * @param source {@code given}, {@code ours}, {@code services} or {@code none}
   * @param byTheHour whether time is priced, so that costs depend on the clock
   */
  public record Pricing(String source, boolean byTheHour) {
    public Pricing {
      Objects.requireNonNull(source, "source");
    }
  }

  /**
   * A format one way.
   *
   * @param direction old-to-new or new-to-old
   * @param measure the metric that recovery is measured by
   * @param unit of every cost here: dollars, tokens, texts or calls
   * @param own the new component on the store that it wrote itself, mean over histories
   * @param inherited the new component on the old store
   * @param ownWorthless histories whose own-store accuracy is 0, where nothing can be recovered
   */
  public record Place(
      String format,
      String direction,
      String measure,
      String unit,
      OptionalDouble own,
      OptionalDouble inherited,
      int ownWorthless) {
    public Place {
      Objects.requireNonNull(format, "format");
      Objects.requireNonNull(direction, "direction");
      Objects.requireNonNull(measure, "measure");
      Objects.requireNonNull(unit, "unit");
      Finite.require("own", own);
      Finite.require("inherited", inherited);
    }
  }

  /**
   * The cheapest way to a target, for all histories by one method at one budget: its mean reaches
   * the target share of the own-store mean, and none of its repairs failed.
   *
   * @param outcome {@link #NONE_NEEDED}, {@link #REPAIR}, {@link #NOT_RESTORED} or {@link
   *     #NOT_MEASURABLE}
   * @param method where the outcome is a repair
   * @param effort in per cent of the method's full effort
   * @param expectedCost for all histories, in the place's unit
   * @param accuracy mean over histories of what was chosen; of the best repair where none reaches
   *     the target
   */
  public record Choice(
      String format,
      String direction,
      double target,
      String outcome,
      Optional<String> method,
      OptionalInt effort,
      OptionalDouble expectedCost,
      OptionalDouble accuracy) {
    public Choice {
      Objects.requireNonNull(format, "format");
      Objects.requireNonNull(direction, "direction");
      Finite.require("target", target);
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(method, "method");
      Objects.requireNonNull(effort, "effort");
      Finite.require("expected cost", expectedCost);
      Finite.require("accuracy", accuracy);
    }
  }

  /**
   * A method at a budget.
   *
   * @param effort in per cent of the method's full effort
   * @param needsHistory whether it begins with the raw history
   * @param cost mean over histories, in the place's unit
   * @param expectedCost for all histories
   * @param accuracy mean over histories, with stores whose repair failed
   * @param histories on which it was tried
   * @param failed of these; a failed repair is charged, its store is scored, and it restores
   *     nothing
   * @param reached how many histories reach each target
   */
  public record Row(
      String format,
      String direction,
      String method,
      int effort,
      boolean needsHistory,
      OptionalDouble cost,
      OptionalDouble expectedCost,
      OptionalDouble accuracy,
      int histories,
      int failed,
      List<Reached> reached) {
    public Row {
      Objects.requireNonNull(format, "format");
      Objects.requireNonNull(direction, "direction");
      Objects.requireNonNull(method, "method");
      Finite.require("cost", cost);
      Finite.require("expected cost", expectedCost);
      Finite.require("accuracy", accuracy);
      reached = List.copyOf(reached);
    }
  }

  /**
   * How many histories reach a target.
   *
   * @param of those with an own-store accuracy over 0
   */
  public record Reached(double target, int histories, int of) {
    public Reached {
      Finite.require("target", target);
    }

    /** The share; absent where nothing could be reached. */
    public OptionalDouble share() {
      return of == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) histories / of);
    }
  }

  /**
   * The cost to recover over histories: for each the cheapest of all methods and budgets that
   * reaches the target (spec 1.5).
   *
   * @param medianCost among those that reach it, in the place's unit; absent where none does
   */
  public record Recovered(
      String format, String direction, Reached reached, OptionalDouble medianCost) {
    public Recovered {
      Objects.requireNonNull(format, "format");
      Objects.requireNonNull(direction, "direction");
      Objects.requireNonNull(reached, "reached");
      Finite.require("median cost", medianCost);
    }
  }

  /**
   * The cost to recover of one history.
   *
   * @param cost in the place's unit; absent where no repair reaches the target: it is infinite
   * @param method that reaches it at this cost
   * @param effort in per cent of the method's full effort
   */
  public record HistoryCost(
      String history,
      String format,
      String direction,
      double target,
      OptionalDouble cost,
      Optional<String> method,
      OptionalInt effort) {
    public HistoryCost {
      Objects.requireNonNull(history, "history");
      Objects.requireNonNull(format, "format");
      Objects.requireNonNull(direction, "direction");
      Finite.require("target", target);
      Finite.require("cost", cost);
      Objects.requireNonNull(method, "method");
      Objects.requireNonNull(effort, "effort");
    }
  }

  /** A repair that could not be tried, and what it needs. */
  public record OutOfReach(String format, String method, String why) {
    public OutOfReach {
      Objects.requireNonNull(format, "format");
      Objects.requireNonNull(method, "method");
      Objects.requireNonNull(why, "why");
    }
  }
}
