package dev.carryover.repair.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.spi.SpaceAdapterFitter;
import dev.carryover.core.testkit.SpaceAdapterFitterContract;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ProcrustesTest extends SpaceAdapterFitterContract {
  private static final Offset<Float> FLOAT = within(2e-6f);

  @Override
  protected SpaceAdapterFitter fitter() {
    return new Procrustes();
  }

  @Test
  void aPlantedRotationIsRecoveredToTheLastBitsOfAFloat() {
    SpaceAdapterFitter.Pairs pairs = rotated(300, 24, 0);

    var adapter = fitter().fit(pairs, 1);

    for (int i = 0; i < pairs.count(); i++) {
      assertThat(adapter.apply(pairs.sources().get(i)))
          .containsExactly(pairs.targets().get(i), FLOAT);
    }
  }

  /** SciPy 1.17.1: orthogonal_procrustes of the centred pairs; the mapped question scaled. */
  @Test
  void itIsWhatScipyFinds() {
    assertThat(fitter().fit(Reference.pairs(3, 3), 1).apply(Reference.QUESTION))
        .containsExactly(
            new float[] {0.8009029688407755f, 0.5885939412312516f, -0.11005274575354143f}, FLOAT);
  }

  /** NumPy 2.4.6: U times V transposed of numpy.linalg.svd(full_matrices=False). */
  @Test
  void spacesOfDifferentDimensionAreMappedAsNumpyFinds() {
    assertThat(fitter().fit(Reference.pairs(3, 2), 1).apply(Reference.QUESTION))
        .containsExactly(new float[] {0.8611364824418724f, 0.5083738374539337f}, FLOAT);
    assertThat(fitter().fit(Reference.pairs(2, 3), 1).apply(Arrays.copyOf(Reference.QUESTION, 2)))
        .containsExactly(
            new float[] {0.9790263362447944f, 0.11975213386386828f, -0.1648237221219838f}, FLOAT);
  }
}
