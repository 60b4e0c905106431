package dev.carryover.repair.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.embedding.Cosine;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SpaceAdapterFitter;
import dev.carryover.core.spi.SpaceAdapterFitter.Pairs;
import dev.carryover.core.testkit.SpaceAdapterFitterContract;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RidgeTest extends SpaceAdapterFitterContract {
  @Override
  protected SpaceAdapterFitter fitter() {
    return new Ridge();
  }

  @Test
  void aPlantedAffineMapIsRecovered() {
    Pairs pairs = stretched(400, 10);

    var adapter = fitter().fit(pairs, 1);

    for (int i = 0; i < pairs.count(); i++) {
      assertThat(Cosine.between(adapter.apply(pairs.sources().get(i)), pairs.targets().get(i)))
          .isGreaterThan(0.9999);
    }
  }

  @Test
  void whereNoiseDrownsTheSampleThePenaltyGrows() {
    Pairs clear = rotated(200, 20, 0);
    Pairs noisy = rotated(24, 20, 0.5);

    assertThat(penalty(clear)).isLessThan(0.001);
    assertThat(penalty(noisy)).isGreaterThan(0.01);
  }

  /** NumPy 2.4.6: numpy.linalg.solve(G + 0.1 trace(G)/3 I, XᵀY) of the centred pairs. */
  @Test
  void aPenalisedMapIsWhatNumpyFinds() {
    var adapter = new Penalised(Sample.of(Reference.pairs(3, 3))).adapter(0.1);

    assertThat(adapter.apply(Reference.QUESTION))
        .containsExactly(
            new float[] {0.9740557480306101f, 0.21671703044266946f, 0.06518533918481828f},
            within(2e-6f));
  }

  @Test
  void fourPairsHoldNoneOut() {
    Pairs pairs = first(rotated(10, 3, 0), 4);

    assertThatThrownBy(() -> fitter().fit(pairs, 1))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("4 texts")
        .hasMessageContaining("5 are the least");
  }

  private static double penalty(Pairs pairs) {
    HeldOut parts = HeldOut.of(pairs, 1);
    return Penalised.bestPenalty(parts, new Penalised(parts.rest()));
  }

  /** Random vectors, and the same with each coordinate stretched by another factor and moved. */
  private static Pairs stretched(int count, int dimension) {
    List<float[]> sources = vectors(count, dimension, new Random(4));
    List<float[]> targets =
        sources.stream()
            .map(
                source -> {
                  float[] target = new float[dimension];
                  for (int j = 0; j < dimension; j++) {
                    target[j] = source[(j + 1) % dimension] * (1 + j) + 0.5f;
                  }
                  return target;
                })
            .toList();
    return new Pairs(space("new", dimension), space("old", dimension), sources, targets);
  }
}
