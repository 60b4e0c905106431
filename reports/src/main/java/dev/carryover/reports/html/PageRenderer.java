package dev.carryover.reports.html;

import dev.carryover.core.report.RepairReport;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.ScreenReport;
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
    ENGINE.render("index.jte", Page.of(report, ofPage()), output);
    return SafeText.forXml(output.toString());
  }

  /**
   * The plots of a report, each a drawing of its own that brings its style along, by its file's
   * name without the ending.
   */
  public SortedMap<String, String> plots(RunReport report) {
    SortedMap<String, String> plots = new TreeMap<>();
    String css = styles("colours.css", "plots.css");
    Plots.of(report)
        .forEach((name, plot) -> plots.put(name, SafeText.forXml(Plots.alone(plot, css))));
    return plots;
  }

  /** The page of a screen. */
  public String render(ScreenReport report) {
    StringOutput output = new StringOutput();
    ENGINE.render("screen.jte", ScreenPage.of(report, ofPage()), output);
    return SafeText.forXml(output.toString());
  }

  /** The page of a plan of repairs. */
  public String render(RepairReport report) {
    StringOutput output = new StringOutput();
    ENGINE.render(
        "repair.jte",
        RepairPage.of(report, styles("colours.css", "report.css", "plots.css", "heat.css")),
        output);
    return SafeText.forXml(output.toString());
  }

  /** The heat maps of a plan of repairs, each a drawing of its own, by its file's name. */
  public SortedMap<String, String> plots(RepairReport report) {
    SortedMap<String, String> plots = new TreeMap<>();
    String css = styles("colours.css", "plots.css", "heat.css");
    for (RepairPage.GridView grid : RepairPage.of(report, "").grids()) {
      plots.put("repairs-" + (plots.size() + 1), SafeText.forXml(Plots.alone(grid.plot(), css)));
    }
    return plots;
  }

  private static String ofPage() {
    return styles("colours.css", "report.css", "plots.css");
  }

  private static String styles(String... sheets) {
    StringBuilder css = new StringBuilder();
    for (String sheet : sheets) {
      try (InputStream stream = PageRenderer.class.getResourceAsStream(sheet)) {
        if (stream == null) {
          throw new IllegalStateException(sheet + " is missing from the class path");
        }
        css.append(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return css.toString();
  }
}
