package dev.carryover.repair.adapter;

import dev.carryover.core.SpaceAdapter;
import dev.carryover.core.spi.SpaceAdapterFitter;

/**
 * {@code ridge}: the affine map with the least squared error and a penalty on large coefficients.
 * The penalty is the one that does best on a random fifth of the pairs; then all are fitted.
 */
public final class Ridge implements SpaceAdapterFitter {
  @Override
  public String name() {
    return "ridge";
  }

  @Override
  public String description() {
    return "an affine map with a penalty that a held-out part chooses; wants more texts than dimensions";
  }

  @Override
  public SpaceAdapter fit(Pairs pairs, long seed) {
    HeldOut parts = HeldOut.of(pairs, seed);
    double penalty = Penalised.bestPenalty(parts, new Penalised(parts.rest()));
    return new Penalised(Sample.of(pairs)).adapter(penalty);
  }
}
