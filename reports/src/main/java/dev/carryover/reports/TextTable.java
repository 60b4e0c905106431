package dev.carryover.reports;

import dev.carryover.reports.figures.Table;
import java.util.ArrayList;
import java.util.List;

/** A table in aligned columns, for a terminal. */
final class TextTable {
  private static final String GAP = "  ";
  private static final int LEAST_NAME = 12;

  private final Table table;
  private final List<Integer> widths = new ArrayList<>();
  private int shown;

  private TextTable(Table table, int width) {
    this.table = table;
    for (int column = 0; column < table.columns().size(); column++) {
      widths.add(width(column));
    }
    shown = widths.size();
    while (shown > 1 && others() + Math.min(widths.get(0), LEAST_NAME) > width) {
      shown--;
    }
    widths.set(0, Math.min(widths.get(0), width - others()));
  }

  /**
   * The table in lines of at most {@code width} columns. The first column is cut where it must be;
   * a table that is too wide even so loses its last columns.
   */
  static String render(Table table, int width) {
    TextTable text = new TextTable(table, width);
    StringBuilder lines = new StringBuilder();
    text.line(lines, table.columns().stream().map(Table.Column::head).toList());
    table.lines().forEach(line -> text.line(lines, line.cells()));
    return lines.toString();
  }

  private void line(StringBuilder lines, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < shown; column++) {
      String cell = TextLine.cut(TextLine.of(cells.get(column)), widths.get(column));
      String air = " ".repeat(widths.get(column) - TextLine.width(cell));
      line.append(column == 0 ? "" : GAP);
      line.append(table.columns().get(column).numeric() ? air + cell : cell + air);
    }
    lines.append(line.toString().stripTrailing()).append('\n');
  }

  private int width(int column) {
    int width = TextLine.width(TextLine.of(table.columns().get(column).head()));
    for (Table.Line line : table.lines()) {
      width = Math.max(width, TextLine.width(TextLine.of(line.cells().get(column))));
    }
    return column == 0 ? width : Math.min(width, TextSummary.WIDTH / 4);
  }

  private int others() {
    int width = 0;
    for (int column = 1; column < shown; column++) {
      width += widths.get(column) + GAP.length();
    }
    return width;
  }
}
