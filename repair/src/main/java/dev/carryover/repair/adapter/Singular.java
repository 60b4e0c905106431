package dev.carryover.repair.adapter;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.SingularOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * The singular vectors of a matrix, as columns, largest singular value first; as many as its
 * smaller side.
 *
 * @param left of its rows' dimension
 * @param right of its columns' dimension
 */
record Singular(DMatrixRMaj left, DMatrixRMaj right) {
  /**
   * Those of a matrix, which is used up.
   *
   * @throws ArithmeticException if the iteration does not converge, which finite numbers do
   */
  static Singular of(DMatrixRMaj matrix) {
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(matrix.getNumRows(), matrix.getNumCols(), true, true, true);
    if (!svd.decompose(matrix)) {
      throw new ArithmeticException("a singular value decomposition did not converge");
    }
    DMatrixRMaj left = svd.getU(null, false);
    DMatrixRMaj right = svd.getV(null, false);
    SingularOps_DDRM.descendingOrder(
        left, false, svd.getSingularValues(), svd.numberOfSingularValues(), right, false);
    return new Singular(left, right);
  }
}
