package dev.carryover.core.report;

import java.util.OptionalDouble;

/**
 * One metric of one treatment.
 *
 * @param mean over histories, each weighing the same; absent where undefined
 * @param low lower end of the 95 % t interval over histories; absent with fewer than two
 * @param high upper end
 * @param chance what guessing would score; absent where that is not known
 * @param histories that have a value
 * @param scored probes that counted
 * @param unscored probes that could not be marked
 * @param failed probes that broke
 */
public record Figure(
    OptionalDouble mean,
    OptionalDouble low,
    OptionalDouble high,
    OptionalDouble chance,
    int histories,
    int scored,
    int unscored,
    int failed) {
  public Figure {
    Finite.require("mean", mean);
    Finite.require("low", low);
    Finite.require("high", high);
    Finite.require("chance", chance);
  }
}
