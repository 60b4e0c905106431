package dev.carryover.studies.swap;

import dev.carryover.core.stats.Interval;
import dev.carryover.reports.figures.SafeText;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Estimates as marks with their intervals, a line for each row; marks differ by their shape, so
 * that they read in grey. A file of its own.
 */
public final class ForestPlot {
  private static final double WIDTH = 640;
  private static final double LEFT = 190;
  private static final double RIGHT = 620;
  private static final double TOP = 56;
  private static final double ROW = 30;
  private static final double BETWEEN_MARKS = 11;
  private static final int MOST_TICKS = 8;
  private static final int LONGEST_LABEL = 26;
  private static final List<Double> STEPS = List.of(.05, .1, .2, .5, 1.0, 2.0, 5.0, 10.0, 20.0);
  private static final double RADIUS = 5;

  private final StringWriter text = new StringWriter();
  private final XMLStreamWriter xml;
  private final List<Row> rows;
  private final double step;
  private final long first;
  private final long last;

  /** The shape of a mark, by what it stands for. */
  public enum Shape {
    FILLED,
    HOLLOW,
    CROSS
  }

  /** One estimate. */
  public record Mark(Shape shape, double value, Optional<Interval> interval) {}

  /** A line of the plot. */
  public record Row(String label, List<Mark> marks) {}

  /** A line across all rows, with what it says, which may be nothing. */
  public record Guide(double value, String label) {}

  /**
   * What a plot shows.
   *
   * @param legend what each shape stands for, in words
   * @param decimals of the axis
   */
  public record Words(String title, String description, String legend, int decimals) {}

  private ForestPlot(List<Row> rows, List<Guide> guides) {
    this.rows = rows;
    double[] ends =
        Stream.concat(
                guides.stream().map(Guide::value),
                rows.stream().flatMap(row -> row.marks().stream()).flatMap(ForestPlot::ends))
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    double low = ends.length == 0 ? 0 : ends[0];
    double high = ends.length == 0 ? 1 : ends[ends.length - 1];
    this.step =
        STEPS.stream()
            .filter(size -> (high - low) / size <= MOST_TICKS)
            .findFirst()
            .orElse(high - low);
    this.first = (long) Math.floor(low / step);
    this.last = Math.max(first + 1, (long) Math.ceil(high / step));
    try {
      this.xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
    } catch (XMLStreamException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The drawing, as a whole document; equal rows give equal bytes. */
  public static String draw(Words words, List<Row> rows, List<Guide> guides) {
    try {
      return new ForestPlot(rows, guides).document(words, guides);
    } catch (XMLStreamException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private String document(Words words, List<Guide> guides) throws XMLStreamException {
    double bottom = TOP + ROW * rows.size();
    xml.writeStartElement("svg");
    attributes(
        "xmlns", "http://www.w3.org/2000/svg",
        "role", "img",
        "viewBox", "0 0 %s %s".formatted(length(WIDTH), length(bottom + 34)),
        "font-family", "sans-serif",
        "font-size", "12");
    leaf("title", words.title());
    leaf("desc", words.description());
    xml.writeEmptyElement("rect");
    attributes("width", "100%", "height", "100%", "fill", "#fff");
    words(8, 18, "start", words.title(), "bold");
    words(8, 36, "start", words.legend(), "normal");
    for (long tick = first; tick <= last; tick++) {
      double value = tick * step;
      line(x(value), TOP, x(value), bottom, "#ddd", "");
      words(
          x(value),
          bottom + 16,
          "middle",
          String.format(Locale.ROOT, "%." + words.decimals() + "f", value),
          "normal");
    }
    for (Guide guide : guides) {
      line(x(guide.value()), TOP, x(guide.value()), bottom, "#222", "6 4");
      words(x(guide.value()), bottom + 30, "middle", guide.label(), "bold");
    }
    for (int i = 0; i < rows.size(); i++) {
      row(rows.get(i), TOP + ROW * (i + 0.5));
    }
    xml.writeEndElement();
    xml.flush();
    return text + "\n";
  }

  private void row(Row row, double y) throws XMLStreamException {
    words(8, y + 4, "start", fitting(row.label()), "normal");
    List<Mark> marks = new ArrayList<>(row.marks());
    for (int i = 0; i < marks.size(); i++) {
      double at = y + (i - (marks.size() - 1) / 2.0) * BETWEEN_MARKS;
      mark(marks.get(i), at);
    }
  }

  private void mark(Mark mark, double y) throws XMLStreamException {
    double x = x(mark.value());
    if (mark.interval().isPresent()) {
      Interval interval = mark.interval().get();
      line(x(interval.low()), y, x(interval.high()), y, "#222", "");
      line(x(interval.low()), y - 3, x(interval.low()), y + 3, "#222", "");
      line(x(interval.high()), y - 3, x(interval.high()), y + 3, "#222", "");
    }
    if (mark.shape() == Shape.CROSS) {
      line(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS, "#222", "");
      line(x - RADIUS, y + RADIUS, x + RADIUS, y - RADIUS, "#222", "");
    } else {
      xml.writeEmptyElement("circle");
      attributes(
          "cx", length(x),
          "cy", length(y),
          "r", length(RADIUS),
          "stroke", "#222",
          "fill", mark.shape() == Shape.FILLED ? "#222" : "#fff");
    }
  }

  /** Cut to the room there is; the table has the whole. */
  private static String fitting(String label) {
    int[] points = label.codePoints().toArray();
    return points.length <= LONGEST_LABEL
        ? label
        : new String(points, 0, LONGEST_LABEL - 1) + "\u2026";
  }

  private static Stream<Double> ends(Mark mark) {
    return Stream.concat(
        Stream.of(mark.value()),
        mark.interval().stream().flatMap(i -> Stream.of(i.low(), i.high())));
  }

  private double x(double value) {
    return LEFT + (value / step - first) / (last - first) * (RIGHT - LEFT);
  }

  private void line(double x1, double y1, double x2, double y2, String colour, String dashes)
      throws XMLStreamException {
    xml.writeEmptyElement("line");
    attributes(
        "x1", length(x1), "y1", length(y1), "x2", length(x2), "y2", length(y2), "stroke", colour);
    if (!dashes.isEmpty()) {
      attributes("stroke-dasharray", dashes);
    }
  }

  private void words(double x, double y, String anchor, String words, String weight)
      throws XMLStreamException {
    xml.writeStartElement("text");
    attributes(
        "x",
        length(x),
        "y",
        length(y),
        "text-anchor",
        anchor,
        "font-weight",
        weight,
        "fill",
        "#222");
    xml.writeCharacters(SafeText.forLine(words));
    xml.writeEndElement();
  }

  private void leaf(String name, String words) throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(SafeText.forLine(words));
    xml.writeEndElement();
  }

  private void attributes(String... pairs) throws XMLStreamException {
    for (int i = 0; i < pairs.length; i += 2) {
      xml.writeAttribute(pairs[i], pairs[i + 1]);
    }
  }

  private static String length(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
