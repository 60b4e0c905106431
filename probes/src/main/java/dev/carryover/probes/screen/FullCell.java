package dev.carryover.probes.screen;

import java.util.Objects;

/**
 * One history in one cell of a full run: how the twenty came out, and all the others.
 *
 * @param format name of the format
 * @param measure name of the metric
 * @param history its id, with the digest of the source's histories, so that those of two sources
 *     differ
 * @param pair who wrote and who read
 * @param matched whether it is a store as its writer left it; a damaged one shows where bad
 *     memories lie, and is predicted by nobody
 * @param twenty mean of the measure on the twenty
 * @param others mean of the measure on the others
 */
public record FullCell(
    String format,
    String measure,
    String history,
    String pair,
    boolean matched,
    double twenty,
    double others) {
  public FullCell {
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(measure, "measure");
    Objects.requireNonNull(history, "history");
    Objects.requireNonNull(pair, "pair");
  }

  /**
   * The history's id alone. A source that was taken in part, or with other questions, has another
   * digest and may hold the same history: what is left out to be predicted is left out by this.
   */
  String historyId() {
    int digest = history.lastIndexOf('@');
    return digest < 0 ? history : history.substring(0, digest);
  }

  Line.XY point() {
    return new Line.XY(twenty, others);
  }
}
