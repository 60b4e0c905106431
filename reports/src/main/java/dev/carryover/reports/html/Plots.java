package dev.carryover.reports.html;

import dev.carryover.core.report.RunReport;
import dev.carryover.reports.figures.DiagnosisTables;
import dev.carryover.reports.figures.DiagnosisTables.Place;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.Panel;
import dev.carryover.reports.svg.FamilyPlot;
import dev.carryover.reports.svg.LossStackPlot;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The plots that are files of their own beside the page. */
final class Plots {
  private static final String ACCURACY = "accuracy";

  private Plots() {}

  /** Inline drawings by name: the loss by stage, and accuracy by probe family. */
  static Map<String, String> of(RunReport report) {
    Map<String, String> plots = new LinkedHashMap<>();
    report
        .diagnosis()
        .map(found -> new DiagnosisTables(found, Numbers.TYPOGRAPHIC))
        .ifPresent(
            tables -> {
              for (Place place : tables.places()) {
                LossStackPlot plot = DiagnosisView.plot(tables, place);
                if (!plot.isEmpty()) {
                  put(plots, "loss-by-stage", place.format(), place.direction(), plot.draw());
                }
              }
            });
    for (Panel panel : Panel.of(report)) {
      FamilyPlot plot = new FamilyPlot(panel, ACCURACY);
      if (!plot.isEmpty()) {
        put(plots, "accuracy-by-family", panel.format(), panel.direction(), plot.draw());
      }
    }
    return plots;
  }

  /** Two formats whose names come down to the same letters get a number. */
  private static void put(
      Map<String, String> plots, String what, String format, String direction, String plot) {
    String stem = what + "-" + word(format) + "-" + word(direction);
    String name = stem;
    for (int i = 2; plots.containsKey(name); i++) {
      name = stem + "-" + i;
    }
    plots.put(name, plot);
  }

  private static String word(String name) {
    String word =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    return word.isEmpty() ? "other" : word;
  }

  /** An inline drawing as a file: with its namespace and the page's style. */
  static String alone(String plot, String css) {
    String root = "<svg ";
    int end = plot.indexOf('>') + 1;
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + root
        + "xmlns=\"http://www.w3.org/2000/svg\" "
        + plot.substring(root.length(), end)
        + "<style>"
        + css.replace("&", "&amp;").replace("<", "&lt;")
        + "svg { background: var(--page); font-family: sans-serif; }</style>"
        + plot.substring(end)
        + "\n";
  }
}
