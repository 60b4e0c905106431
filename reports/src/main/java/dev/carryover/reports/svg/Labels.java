package dev.carryover.reports.svg;

/** Names cut to the room that a drawing has for them; the table under it has them whole. */
final class Labels {
  private static final double UNITS_PER_CHARACTER = 6.8;

  private Labels() {}

  static String fitting(String name, double units) {
    int room = (int) (units / UNITS_PER_CHARACTER);
    int[] points = name.codePoints().toArray();
    return points.length <= room ? name : new String(points, 0, room - 1) + "\u2026";
  }
}
