package dev.carryover.reports.svg;

/** A drawing as a file of its own, in black and greys, which needs no page around it. */
final class SvgFile {
  private static final String START = "<svg ";
  private static final String STYLE =
      "<style>text{font:12px sans-serif;fill:#111}.label-axis{font-size:11px;fill:#444}"
          + ".grid{stroke:#ddd}.axis{stroke:#777}.whisker{stroke:#111;stroke-width:1.5}"
          + ".reference-line{stroke:#444;stroke-dasharray:4 3}"
          + ".mark-beside{fill:#111;stroke:#fff}.mark-rollout{fill:#666;stroke:#fff}"
          + ".mark-reference{fill:#fff;stroke:#111;stroke-width:2}"
          + ".mark-control{fill:#fff;stroke:#777;stroke-width:1.5}</style>";

  private SvgFile() {}

  /** The file of a drawing that was made for a page. */
  static String of(String drawing) {
    int inside = drawing.indexOf('>') + 1;
    return START
        + "xmlns=\"http://www.w3.org/2000/svg\" "
        + drawing.substring(START.length(), inside)
        + STYLE
        + drawing.substring(inside)
        + "\n";
  }
}
