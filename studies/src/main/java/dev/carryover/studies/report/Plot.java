package dev.carryover.studies.report;

import java.util.Objects;

/**
 * A drawing of a study's report, a file of its own.
 *
 * @param name stable, in kebab case
 * @param title what it shows
 * @param svg a whole SVG document
 */
public record Plot(String name, String title, String svg) {
  public Plot {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(svg, "svg");
  }

  /** Its file's name in the report folder. */
  public String fileName() {
    return name + ".svg";
  }
}
