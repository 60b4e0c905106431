package dev.carryover.formats.rag;

import dev.carryover.core.SpaceAdapter;
import dev.carryover.core.spi.SpaceAdapterFitter;

/** Takes the spaces for one with its coordinates in another order. */
public final class ReorderingFitter implements SpaceAdapterFitter {
  @Override
  public String name() {
    return "reordering";
  }

  @Override
  public String description() {
    return "finds the order of coordinates";
  }

  @Override
  public SpaceAdapter fit(Pairs pairs, long seed) {
    float[][] columns = new float[pairs.from().dimension()][pairs.to().dimension()];
    for (int to = 0; to < pairs.to().dimension(); to++) {
      int best = 0;
      for (int from = 1; from < columns.length; from++) {
        best = apart(pairs, from, to) < apart(pairs, best, to) ? from : best;
      }
      columns[best][to] = 1;
    }
    return SpaceAdapter.of(pairs.from(), pairs.to(), columns, new float[pairs.to().dimension()]);
  }

  private static double apart(Pairs pairs, int from, int to) {
    double squares = 0;
    for (int i = 0; i < pairs.count(); i++) {
      double difference = pairs.sources().get(i)[from] - pairs.targets().get(i)[to];
      squares += difference * difference;
    }
    return squares;
  }
}
