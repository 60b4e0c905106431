package dev.carryover.repair.adapter;

import dev.carryover.core.SpaceAdapter;
import dev.carryover.core.spi.SpaceAdapterFitter;

/**
 * {@code low-rank-affine}: the affine map that goes through no more dimensions than help
 * (reduced-rank regression: Izenman, Journal of Multivariate Analysis 1975). The penalty is chosen
 * as by {@link Ridge}, then the rank, a power of two or the full one, as the one that does best on
 * the same held-out pairs; then all are fitted.
 */
public final class LowRankAffine implements SpaceAdapterFitter {
  @Override
  public String name() {
    return "low-rank-affine";
  }

  @Override
  public String description() {
    return "an affine map of a rank that a held-out part chooses; drops what the two spaces do not share";
  }

  @Override
  public SpaceAdapter fit(Pairs pairs, long seed) {
    HeldOut parts = HeldOut.of(pairs, seed);
    Penalised rest = new Penalised(parts.rest());
    double penalty = Penalised.bestPenalty(parts, rest);
    Penalised.Reduction ranks = rest.reduction(penalty);
    int full = Math.min(pairs.from().dimension(), pairs.to().dimension());
    int best = full;
    double most = parts.agreement(ranks.adapter(full));
    for (int rank = 1; rank < full; rank *= 2) {
      double agreement = parts.agreement(ranks.adapter(rank));
      if (agreement > most) {
        most = agreement;
        best = rank;
      }
    }
    return new Penalised(Sample.of(pairs)).reduction(penalty).adapter(best);
  }
}
