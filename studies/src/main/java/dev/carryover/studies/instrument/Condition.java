package dev.carryover.studies.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A population of histories whose true mean loss is planted.
 *
 * @param stage where
 * @param kind how large
 * @param spread standard deviation of the histories' true losses that is aimed at, in points
 */
record Condition(Stage stage, Kind kind, int spread) {
  /** How large a planted loss is. */
  enum Kind {
    /** Nothing fails on either side. */
    NOTHING("nothing", 0),
    /** Both sides fail alike, on other probes. */
    ZERO("zero", 0),
    /** The new side loses as much as may be lost. */
    MARGIN("margin", InstrumentStudy.MARGIN),
    /** The new side loses twice that. */
    BEYOND("beyond", 2 * InstrumentStudy.MARGIN),
    /** A tenth of the histories lose half of everything, the others nothing. */
    FEW("few", InstrumentStudy.MARGIN);

    private final String label;
    private final double loss;

    Kind(String label, double loss) {
      this.label = label;
      this.loss = loss;
    }

    /** The word in reports and in the names of folders. */
    String label() {
      return label;
    }

    /** The mean loss that is aimed at, as a fraction of 1. */
    double loss() {
      return loss;
    }
  }

  /**
   * All conditions of a study, those without a fault first.
   *
   * @param spread of every stage
   * @param more other spreads, for reading alone
   */
  static List<Condition> all(int spread, List<Integer> more) {
    List<Condition> all = new ArrayList<>();
    for (Stage stage : Stage.values()) {
      all.add(unharmed(stage));
      graded(all, stage, spread);
    }
    more.stream()
        .filter(other -> other != spread)
        .forEach(other -> graded(all, Stage.READING, other));
    all.add(new Condition(Stage.READING, Kind.FEW, 15));
    return List.copyOf(all);
  }

  private static void graded(List<Condition> all, Stage stage, int spread) {
    for (Kind kind : List.of(Kind.ZERO, Kind.MARGIN, Kind.BEYOND)) {
      all.add(new Condition(stage, kind, spread));
    }
  }

  /** The condition in which nothing fails at a stage. */
  static Condition unharmed(Stage stage) {
    return new Condition(stage, Kind.NOTHING, 0);
  }

  /** Name of its folder, unique within a study. */
  String name() {
    return String.format(Locale.ROOT, "%s-%s-%02d", stage.label(), kind.label(), spread);
  }
}
