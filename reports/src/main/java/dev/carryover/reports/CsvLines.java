package dev.carryover.reports;

import dev.carryover.reports.figures.SafeText;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Lines of comma-separated values, as RFC 4180 has them. */
final class CsvLines {
  private static final Pattern FORMULA = Pattern.compile("\\s*[=+\\-@\\t\\r].*", Pattern.DOTALL);
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final Pattern QUOTED = Pattern.compile("[\",\\r\\n]");

  private final StringBuilder lines = new StringBuilder();
  private boolean begun;

  /** Cells of text; one that a spreadsheet would take for a formula is disarmed. */
  CsvLines text(String... cells) {
    for (String cell : cells) {
      String text = SafeText.forXml(cell);
      boolean formula = FORMULA.matcher(text).matches() && !NUMBER.matcher(text).matches();
      cell(formula ? "'" + text : text);
    }
    return this;
  }

  /** A figure, unrounded; an empty cell where there is none. */
  CsvLines figure(OptionalDouble value) {
    return value.isPresent() ? figure(value.getAsDouble()) : cell("");
  }

  /** A figure, unrounded. */
  CsvLines figure(double value) {
    return cell(Double.toString(value));
  }

  /** A whole number. */
  CsvLines count(long value) {
    return cell(Long.toString(value));
  }

  /** Ends the line. */
  CsvLines end() {
    lines.append("\r\n");
    begun = false;
    return this;
  }

  @Override
  public String toString() {
    return lines.toString();
  }

  private CsvLines cell(String text) {
    if (begun) {
      lines.append(',');
    }
    begun = true;
    if (QUOTED.matcher(text).find()) {
      lines.append('"').append(text.replace("\"", "\"\"")).append('"');
    } else {
      lines.append(text);
    }
    return this;
  }
}
