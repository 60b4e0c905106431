package dev.carryover.probes.screen;

import java.util.ArrayList;
import java.util.List;

/**
 * Two formats, three pairs, six histories, by a formula that the script of the expected values
 * repeats: with k = (7h + 3p + 5f) mod 13 and r = (11h + 5p + 3f) mod 9 the twenty are (k + 4)/20
 * and the others (20 + 5k + r + 6f + 3p)/140.
 */
final class MadeCells {
  private MadeCells() {}

  static FullRuns runs() {
    return new FullRuns(cells(), List.of("made"), 7);
  }

  static List<FullCell> cells() {
    List<FullCell> cells = new ArrayList<>();
    for (int f = 0; f < 2; f++) {
      for (int p = 0; p < 3; p++) {
        for (int h = 0; h < 6; h++) {
          int k = (7 * h + 3 * p + 5 * f) % 13;
          int r = (11 * h + 5 * p + 3 * f) % 9;
          cells.add(
              new FullCell(
                  "format-" + f,
                  "accuracy",
                  "h" + h,
                  "pair-" + p,
                  true,
                  (k + 4) / 20.0,
                  (20 + 5 * k + r + 6 * f + 3 * p) / 140.0));
        }
      }
    }
    return cells;
  }
}
