package dev.carryover.reports.svg;

import dev.carryover.reports.figures.Standing;

/** The shapes that stand for a mean; each differs from the others without its colour. */
enum Mark {
  /** What is planned. */
  DIAMOND("mark-rollout", 6),
  /** What it is compared with. */
  RING("mark-reference", 4.5),
  /** What was measured beside them. */
  DOT("mark-beside", 4),
  /** A control. */
  RING_SMALL("mark-control", 3.5);

  private final String style;
  private final double radius;

  Mark(String style, double radius) {
    this.style = style;
    this.radius = radius;
  }

  String style() {
    return style;
  }

  double radius() {
    return radius;
  }

  /** The mark of a treatment by its part in the verdict. */
  static Mark of(Standing standing) {
    return switch (standing) {
      case ROLLOUT -> DIAMOND;
      case REFERENCE -> RING;
      case CONTROL -> RING_SMALL;
      case BESIDE -> DOT;
    };
  }
}
