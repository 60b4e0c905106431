package dev.carryover.repair.adapter;

import dev.carryover.core.SpaceAdapter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SpaceAdapterFitter.Pairs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Pairs in two parts: a random fifth is held out to choose by what the rest was fitted on.
 *
 * @param rest to fit on
 * @param part held out
 */
record HeldOut(Sample rest, Pairs part) {
  private static final int SHARES = 5;

  /**
   * The two parts.
   *
   * @throws SettingException if there are too few pairs for that
   */
  static HeldOut of(Pairs pairs, long seed) {
    if (pairs.count() < SHARES) {
      throw Sample.refused(
          pairs.count() + " texts", SHARES + " are the least where a part is held out");
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < pairs.count(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(seed));
    int held = pairs.count() / SHARES;
    return new HeldOut(
        Sample.of(select(pairs, order.subList(held, order.size()))),
        select(pairs, order.subList(0, held)));
  }

  private static Pairs select(Pairs pairs, List<Integer> rows) {
    return new Pairs(
        pairs.from(),
        pairs.to(),
        rows.stream().map(pairs.sources()::get).toList(),
        rows.stream().map(pairs.targets()::get).toList());
  }

  /** The mean cosine between the held-out targets and what an adapter makes of their sources. */
  double agreement(SpaceAdapter adapter) {
    double sum = 0;
    for (int i = 0; i < part.count(); i++) {
      float[] mapped = adapter.apply(part.sources().get(i));
      float[] target = part.targets().get(i);
      double dot = 0;
      double squares = 0;
      for (int j = 0; j < mapped.length; j++) {
        dot += (double) mapped[j] * target[j];
        squares += (double) target[j] * target[j];
      }
      sum += squares > 0 ? dot / Math.sqrt(squares) : 0;
    }
    return sum / part.count();
  }
}
