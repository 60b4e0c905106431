package dev.carryover.reports.svg;

import dev.carryover.reports.figures.SafeText;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A drawing to put into a page. Shapes carry classes, colours are the page's; lengths are in units
 * of which the drawing is {@link #WIDTH} wide.
 */
final class Svg {
  /** Narrow enough to be read on a phone without scrolling. */
  static final double WIDTH = 400;

  private final StringWriter text = new StringWriter();
  private final XMLStreamWriter xml;

  /** A drawing that begins with what it shows, for those who do not see it. */
  Svg(double height, String title, String description) {
    try {
      xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartElement("svg");
      xml.writeAttribute("role", "img");
      xml.writeAttribute("viewBox", "0 0 " + length(WIDTH) + " " + length(height));
      leaf("title", title);
      leaf("desc", description);
    } catch (XMLStreamException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** A straight line. */
  Svg line(String style, double x1, double y1, double x2, double y2) {
    return shape(
        "line", style, "x1", length(x1), "y1", length(y1), "x2", length(x2), "y2", length(y2));
  }

  /** A rectangle by its upper left corner. */
  Svg box(String style, double x, double y, double width, double height) {
    return shape(
        "rect",
        style,
        "x",
        length(x),
        "y",
        length(y),
        "width",
        length(width),
        "height",
        length(height));
  }

  /** A line through points, each an x and a y. */
  Svg path(String style, List<double[]> points) {
    List<String> pairs = new ArrayList<>();
    points.forEach(point -> pairs.add(length(point[0]) + "," + length(point[1])));
    return shape("polyline", style, "points", String.join(" ", pairs));
  }

  /** A mark around a point. */
  Svg mark(Mark mark, double x, double y) {
    double r = mark.radius();
    return switch (mark) {
      case DOT, RING, RING_SMALL ->
          shape("circle", mark.style(), "cx", length(x), "cy", length(y), "r", length(r));
      case DIAMOND ->
          shape(
              "polygon",
              mark.style(),
              "points",
              length(x - r)
                  + ","
                  + length(y)
                  + " "
                  + length(x)
                  + ","
                  + length(y - r)
                  + " "
                  + length(x + r)
                  + ","
                  + length(y)
                  + " "
                  + length(x)
                  + ","
                  + length(y + r));
    };
  }

  /** Words that begin at a point. */
  Svg words(String style, double x, double y, String words) {
    return anchored(style, "start", x, y, words);
  }

  /** Words that end at a point. */
  Svg wordsEndingAt(String style, double x, double y, String words) {
    return anchored(style, "end", x, y, words);
  }

  /** Words around a point. */
  Svg wordsAround(String style, double x, double y, String words) {
    return anchored(style, "middle", x, y, words);
  }

  /** The drawing. */
  String end() {
    try {
      xml.writeEndElement();
      xml.flush();
      return text.toString();
    } catch (XMLStreamException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private Svg anchored(String style, String anchor, double x, double y, String words) {
    try {
      xml.writeStartElement("text");
      xml.writeAttribute("class", style);
      xml.writeAttribute("text-anchor", anchor);
      xml.writeAttribute("x", length(x));
      xml.writeAttribute("y", length(y));
      xml.writeCharacters(SafeText.forLine(words));
      xml.writeEndElement();
      return this;
    } catch (XMLStreamException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private Svg shape(String name, String style, String... attributes) {
    try {
      xml.writeEmptyElement(name);
      xml.writeAttribute("class", style);
      for (int i = 0; i < attributes.length; i += 2) {
        xml.writeAttribute(attributes[i], attributes[i + 1]);
      }
      return this;
    } catch (XMLStreamException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void leaf(String name, String words) throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(SafeText.forLine(words));
    xml.writeEndElement();
  }

  private static String length(double value) {
    BigDecimal rounded = new BigDecimal(value).setScale(1, RoundingMode.HALF_UP);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
