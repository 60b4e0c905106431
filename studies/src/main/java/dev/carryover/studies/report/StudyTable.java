package dev.carryover.studies.report;

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A table of a study's report.
 *
 * @param name stable, in snake case, for scripts
 * @param title for people
 * @param heads of the columns, in snake case; the first names the row
 * @param rows of as many entries as there are heads
 */
public record StudyTable(String name, String title, List<String> heads, List<List<Entry>> rows) {
  public StudyTable {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(title, "title");
    heads = List.copyOf(heads);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<Entry> row : rows) {
      if (row.size() != heads.size()) {
        throw new IllegalArgumentException(row + " does not fit " + heads);
      }
    }
  }

  /**
   * One entry.
   *
   * @param shown to people
   * @param value unrounded; absent where the entry is a text, or undefined
   */
  public record Entry(String shown, OptionalDouble value) {
    public Entry {
      Objects.requireNonNull(shown, "shown");
      Objects.requireNonNull(value, "value");
    }

    /** A text. */
    public static Entry text(String text) {
      return new Entry(text, OptionalDouble.empty());
    }

    /** A number, and how it is shown. */
    public static Entry number(double value, String shown) {
      return new Entry(shown, OptionalDouble.of(value));
    }
  }
}
