package dev.carryover.repair.adapter;

import dev.carryover.core.SpaceAdapter;
import dev.carryover.core.spi.SpaceAdapterFitter;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * {@code procrustes}: the rotation, reflections included, that brings the centred vectors of one
 * space closest to those of the other (Schönemann, Psychometrika 1966). Between spaces of different
 * dimension it keeps right angles as far as the smaller one allows. Nothing is chosen, so that the
 * seed makes no difference.
 */
public final class Procrustes implements SpaceAdapterFitter {
  @Override
  public String name() {
    return "procrustes";
  }

  @Override
  public String description() {
    return "a rotation about the mean; does with the fewest texts";
  }

  @Override
  public SpaceAdapter fit(Pairs pairs, long seed) {
    Sample sample = Sample.of(pairs);
    Singular parts = Singular.of(sample.products());
    DMatrixRMaj rotation = new DMatrixRMaj(parts.left().getNumRows(), parts.right().getNumRows());
    CommonOps_DDRM.multTransB(parts.left(), parts.right(), rotation);
    return sample.adapter(rotation);
  }
}
