package dev.carryover.reports;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

/** What a reporter made, opened for a test. */
final class Rendered {
  private Rendered() {}

  static String only(Reporter reporter, RunReport report) {
    List<Reporter.ReportFile> files = reporter.render(report);
    if (files.size() != 1) {
      throw new AssertionError("expected one file and got " + files.size());
    }
    return files.get(0).content();
  }

  static String file(Reporter reporter, RunReport report, String name) {
    return reporter.render(report).stream()
        .filter(file -> file.name().equals(name))
        .findFirst()
        .orElseThrow()
        .content();
  }

  static Document xml(String text) {
    try {
      DocumentBuilder builder = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler());
      return builder.parse(new InputSource(new StringReader(text)));
    } catch (Exception e) {
      throw new AssertionError("not well-formed: " + e.getMessage(), e);
    }
  }

  static List<Element> elements(Document document, String name) {
    NodeList nodes = document.getElementsByTagName(name);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }
}
