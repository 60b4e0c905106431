package dev.carryover.repair.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.embedding.Cosine;
import dev.carryover.core.spi.SpaceAdapterFitter;
import dev.carryover.core.spi.SpaceAdapterFitter.Pairs;
import dev.carryover.core.testkit.SpaceAdapterFitterContract;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LowRankAffineTest extends SpaceAdapterFitterContract {
  @Override
  protected SpaceAdapterFitter fitter() {
    return new LowRankAffine();
  }

  @Test
  void aPlantedMapOfRankTwoIsRecovered() {
    List<float[]> sources = vectors(200, 8, new Random(4));
    List<float[]> targets =
        sources.stream()
            .map(s -> new float[] {s[0], s[1], s[0] + s[1], s[0] - 2 * s[1], 0.3f})
            .toList();

    var adapter = fitter().fit(new Pairs(space("new", 8), space("old", 5), sources, targets), 1);

    for (int i = 0; i < sources.size(); i++) {
      assertThat(Cosine.between(adapter.apply(sources.get(i)), targets.get(i)))
          .isGreaterThan(0.9999);
    }
  }

  /** NumPy 2.4.6: the map with penalty 0.1, projected on numpy.linalg.eigh of BᵀXᵀY. */
  @Test
  void aMapOfLowerRankIsWhatNumpyFinds() {
    Penalised.Reduction ranks = new Penalised(Sample.of(Reference.pairs(3, 3))).reduction(0.1);

    assertThat(ranks.adapter(1).apply(Reference.QUESTION))
        .containsExactly(
            new float[] {0.7666878087944776f, 0.2708295072649646f, 0.5821006629789549f},
            within(2e-6f));
    assertThat(ranks.adapter(2).apply(Reference.QUESTION))
        .containsExactly(
            new float[] {0.9787852662926672f, 0.19404873302245873f, 0.06576086754880366f},
            within(2e-6f));
  }
}
