package dev.carryover.reports;

import dev.carryover.core.report.RunReport;
import dev.carryover.reports.figures.SafeText;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The suite of a run, written as XML. */
final class JunitSuite {
  private static final String NO_TIME = "0";

  private final RunReport report;
  private final List<JunitCase> cases = new ArrayList<>();
  private final StringWriter text = new StringWriter();
  private final XMLStreamWriter xml;

  JunitSuite(RunReport report) {
    this.report = report;
    cases.add(JunitCase.of(report.verdict()));
    report.hypotheses().forEach(row -> cases.add(JunitCase.of(row, report.verdict())));
    report.gates().forEach(gate -> cases.add(JunitCase.of(gate)));
    try {
      xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
    } catch (XMLStreamException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  String render() {
    try {
      xml.writeStartDocument("UTF-8", "1.0");
      start("testsuite");
      attribute("name", "carryover." + report.run().name());
      attribute("time", seconds());
      attribute("tests", String.valueOf(cases.size()));
      attribute("errors", count(JunitCase.Result.ERROR));
      attribute("skipped", count(JunitCase.Result.SKIPPED));
      attribute("failures", count(JunitCase.Result.FAILURE));
      writeProperties();
      for (JunitCase test : cases) {
        writeCase(test);
      }
      end();
      xml.writeEndDocument();
      return text + "\n";
    } catch (XMLStreamException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void writeProperties() throws XMLStreamException {
    start("properties");
    for (Map.Entry<String, String> property : properties().entrySet()) {
      xml.writeCharacters("\n");
      xml.writeEmptyElement("property");
      attribute("name", property.getKey());
      attribute("value", property.getValue());
    }
    end();
  }

  private Map<String, String> properties() {
    RunReport.Verdict verdict = report.verdict();
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("carryover.decision", verdict.decision());
    properties.put("carryover.measure", verdict.measure());
    properties.put("carryover.margin", String.valueOf(verdict.margin()));
    properties.put("carryover.rollout", verdict.rollout());
    properties.put("carryover.direction", verdict.direction());
    properties.put("carryover.histories", String.valueOf(verdict.histories()));
    report.settings().forEach((name, value) -> properties.put("setting." + name, value));
    return properties;
  }

  private void writeCase(JunitCase test) throws XMLStreamException {
    start("testcase");
    attribute("classname", test.group());
    attribute("name", test.name());
    attribute("time", test == cases.get(0) ? seconds() : NO_TIME);
    if (test.result() != JunitCase.Result.PASSED) {
      start(test.result().element());
      attribute("message", test.message());
      if (test.result() != JunitCase.Result.SKIPPED) {
        attribute("type", test.type());
      }
      xml.writeCharacters(SafeText.forXml(test.details()));
      xml.writeEndElement();
    }
    end();
  }

  private void start(String element) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeStartElement(element);
  }

  private void end() throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeEndElement();
  }

  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, SafeText.forLine(value));
  }

  private String seconds() {
    return new BigDecimal(report.run().durationSeconds())
        .setScale(3, RoundingMode.HALF_UP)
        .toPlainString();
  }

  private String count(JunitCase.Result result) {
    return String.valueOf(cases.stream().filter(test -> test.result() == result).count());
  }
}
