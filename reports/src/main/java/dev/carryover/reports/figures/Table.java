package dev.carryover.reports.figures;

import java.util.ArrayList;
import java.util.List;

/**
 * A table that is ready to print, whatever the format. The first column names the line.
 *
 * @param lines each with one cell per column
 */
public record Table(List<Column> columns, List<Line> lines) {
  public Table {
    columns = List.copyOf(columns);
    lines = List.copyOf(lines);
  }

  /**
   * A column.
   *
   * @param numeric whether its cells are figures, set to the right
   */
  public record Column(String head, boolean numeric) {
    static Column text(String head) {
      return new Column(head, false);
    }

    static Column figure(String head) {
      return new Column(head, true);
    }
  }

  /**
   * A line.
   *
   * @param mark what sets it apart: {@code rollout}, {@code control}, {@code failed}, or nothing
   */
  public record Line(String mark, List<String> cells) {
    public Line {
      cells = List.copyOf(cells);
    }
  }

  /** Whether there is anything to print. */
  public boolean isEmpty() {
    return lines.isEmpty();
  }

  static Builder of(Column... columns) {
    return new Builder(List.of(columns));
  }

  /** Collects lines. */
  static final class Builder {
    private final List<Column> columns;
    private final List<Line> lines = new ArrayList<>();

    private Builder(List<Column> columns) {
      this.columns = columns;
    }

    Builder line(String... cells) {
      return marked("", List.of(cells));
    }

    Builder marked(String mark, List<String> cells) {
      if (cells.size() != columns.size()) {
        throw new IllegalStateException(cells + " does not fit " + columns);
      }
      lines.add(new Line(mark, cells));
      return this;
    }

    Table build() {
      return new Table(columns, lines);
    }
  }
}
