package dev.carryover.repair.adapter;

import dev.carryover.core.SpaceAdapter;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Least squares with a penalty on large coefficients (ridge regression: Hoerl and Kennard,
 * Technometrics 1970).
 */
final class Penalised {
  /** In units of the sources' mean variance, weakest first: the choice of steps is ours. */
  static final List<Double> PENALTIES = List.of(1e-6, 1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.3, 1.0, 3.0);

  private final Sample sample;
  private final DMatrixRMaj sourceProducts;
  private final DMatrixRMaj products;

  Penalised(Sample sample) {
    this.sample = sample;
    this.sourceProducts = sample.sourceProducts();
    this.products = sample.products();
  }

  /** The penalty that does best on what is held out. */
  static double bestPenalty(HeldOut parts, Penalised rest) {
    double best = PENALTIES.get(0);
    double most = Double.NEGATIVE_INFINITY;
    for (double penalty : PENALTIES) {
      double agreement = parts.agreement(rest.adapter(penalty));
      if (agreement > most) {
        most = agreement;
        best = penalty;
      }
    }
    return best;
  }

  SpaceAdapter adapter(double penalty) {
    return sample.adapter(map(penalty));
  }

  /** The maps of lower rank that are closest to that of a penalty on the sample. */
  Reduction reduction(double penalty) {
    DMatrixRMaj map = map(penalty);
    DMatrixRMaj reached = new DMatrixRMaj(map.getNumCols(), map.getNumCols());
    CommonOps_DDRM.multTransA(map, products, reached);
    return new Reduction(sample, map, Singular.of(reached).right());
  }

  /**
   * Maps of every rank.
   *
   * @param map of full rank
   * @param directions of the targets that it reaches, the best reached first
   */
  record Reduction(Sample sample, DMatrixRMaj map, DMatrixRMaj directions) {
    SpaceAdapter adapter(int rank) {
      DMatrixRMaj kept = CommonOps_DDRM.extract(directions, 0, map.getNumCols(), 0, rank);
      DMatrixRMaj narrow = new DMatrixRMaj(map.getNumRows(), rank);
      CommonOps_DDRM.mult(map, kept, narrow);
      DMatrixRMaj reduced = new DMatrixRMaj(map.getNumRows(), map.getNumCols());
      CommonOps_DDRM.multTransB(narrow, kept, reduced);
      return sample.adapter(reduced);
    }
  }

  private DMatrixRMaj map(double penalty) {
    int dimension = sourceProducts.getNumRows();
    double scaled = penalty * CommonOps_DDRM.trace(sourceProducts) / dimension;
    DMatrixRMaj system = sourceProducts.copy();
    for (int i = 0; i < dimension; i++) {
      system.add(i, i, scaled);
    }
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(dimension);
    if (!solver.setA(system)) {
      throw new ArithmeticException(
          "the penalty " + penalty + " is too small for the sample to determine a map");
    }
    DMatrixRMaj map = new DMatrixRMaj(dimension, products.getNumCols());
    solver.solve(products, map);
    return map;
  }
}
