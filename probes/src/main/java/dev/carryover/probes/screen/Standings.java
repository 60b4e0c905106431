package dev.carryover.probes.screen;

import dev.carryover.core.report.ScreenReport.Comparison;
import dev.carryover.core.stats.Holm;
import dev.carryover.core.stats.TEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Candidates on one format side by side, every two of them on the same probes, with Holm over all
 * pairs. What the probes cannot separate is a tie.
 *
 * @param comparisons of every two, in the candidates' order
 */
record Standings(List<Comparison> comparisons) {
  private static final double ALPHA = 0.05;

  Standings {
    comparisons = List.copyOf(comparisons);
  }

  /** The standings of candidates that were measured alike. */
  static Standings of(List<Scores> candidates) {
    List<Scores[]> pairs = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      for (int j = i + 1; j < candidates.size(); j++) {
        if (candidates.get(i).measure().equals(candidates.get(j).measure())) {
          pairs.add(new Scores[] {candidates.get(i), candidates.get(j)});
        }
      }
    }
    List<Optional<TEstimate>> differences =
        pairs.stream().map(pair -> TEstimate.floored(pair[0].over(pair[1]))).toList();
    double[] holm = Holm.adjust(differences.stream().mapToDouble(Standings::twoSided).toArray());
    List<Comparison> comparisons = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      Scores[] pair = pairs.get(i);
      comparisons.add(
          new Comparison(
              pair[0].format(),
              pair[0].candidate(),
              pair[1].candidate(),
              Estimates.of(differences.get(i), pair[0].over(pair[1])),
              differences.get(i).isPresent()
                  ? OptionalDouble.of(holm[i])
                  : OptionalDouble.empty()));
    }
    return new Standings(comparisons);
  }

  private static double twoSided(Optional<TEstimate> difference) {
    return difference.map(d -> Math.min(1, 2 * Math.min(d.pBelow(0), d.pAbove(0)))).orElse(1.0);
  }

  /** One more than the number of candidates that are shown to be better. */
  int rank(String candidate) {
    return 1
        + (int)
            comparisons.stream()
                .filter(pair -> pair.p().isPresent() && pair.p().getAsDouble() < ALPHA)
                .filter(
                    pair ->
                        pair.difference().mean() < 0
                            ? pair.first().equals(candidate)
                            : pair.second().equals(candidate))
                .count();
  }
}
