package dev.carryover.studies.report;

import dev.carryover.reports.figures.SafeText;
import java.util.ArrayList;
import java.util.List;

/** A table in Markdown with aligned columns; the first is text, the others are set to the right. */
final class MarkdownTable {
  private final List<List<String>> rows = new ArrayList<>();

  MarkdownTable(List<String> heads) {
    row(heads);
  }

  /** Adds a row of as many cells as there are heads. */
  void row(List<String> cells) {
    if (!rows.isEmpty() && cells.size() != rows.get(0).size()) {
      throw new IllegalArgumentException(cells + " does not fit " + rows.get(0));
    }
    rows.add(cells.stream().map(cell -> SafeText.forLine(cell).replace("|", "\\|")).toList());
  }

  boolean isEmpty() {
    return rows.size() < 2;
  }

  String render() {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(Math.max(widths[i], 3), row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      line(text, rows.get(i), widths);
      if (i == 0) {
        rule(text, widths);
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      String air = " ".repeat(widths[i] - cells.get(i).length());
      text.append("| ").append(i == 0 ? cells.get(i) + air : air + cells.get(i)).append(' ');
    }
    text.append("|\n");
  }

  private static void rule(StringBuilder text, int[] widths) {
    for (int i = 0; i < widths.length; i++) {
      text.append(i == 0 ? "|:" : "|-").append("-".repeat(widths[i]));
      text.append(i == 0 ? "-" : ":");
    }
    text.append("|\n");
  }
}
