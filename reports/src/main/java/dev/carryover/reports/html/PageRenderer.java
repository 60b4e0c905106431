package dev.carryover.reports.html;

import dev.carryover.core.report.RunReport;
import dev.carryover.reports.figures.SafeText;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;

/** Fills the templates. The page is well-formed XML too; text is escaped where it is put. */
public final class PageRenderer {
  private static final TemplateEngine ENGINE =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, PageRenderer.class.getClassLoader(), Page.class.getPackageName());

  /** The page of a report. */
  public String render(RunReport report) {
    StringOutput output = new StringOutput();
    ENGINE.render("index.jte", Page.of(report, styleSheet()), output);
    return SafeText.forXml(output.toString());
  }

  /**
   * The plots of a report, each a drawing of its own that brings its style along, by the end of its
   * file's name.
   */
  public SortedMap<String, String> plots(RunReport report) {
    SortedMap<String, String> plots = new TreeMap<>();
    Plots.of(report)
        .forEach((name, plot) -> plots.put(name, SafeText.forXml(Plots.alone(plot, styleSheet()))));
    return plots;
  }

  private static String styleSheet() {
    try (InputStream stream = PageRenderer.class.getResourceAsStream("report.css")) {
      if (stream == null) {
        throw new IllegalStateException("report.css is missing from the class path");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
