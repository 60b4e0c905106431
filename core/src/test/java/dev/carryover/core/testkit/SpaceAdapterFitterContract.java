package dev.carryover.core.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.SpaceAdapter;
import dev.carryover.core.embedding.Cosine;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SpaceAdapterFitter;
import dev.carryover.core.spi.SpaceAdapterFitter.Pairs;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What everything that fits maps between spaces keeps to. A fitter's test extends this class and
 * adds what is its own.
 */
public abstract class SpaceAdapterFitterContract {
  private static final long SEED = 5;

  /** The fitter under test. */
  protected abstract SpaceAdapterFitter fitter();

  @Test
  void itIsFoundByItsName() {
    assertThat(Plugins.all(SpaceAdapterFitter.class)).containsKey(fitter().name());
    assertThat(fitter().name()).matches("[a-z0-9.-]+");
    assertThat(fitter().description()).isNotBlank();
  }

  @Test
  void aPlantedRotationIsFound() {
    Pairs pairs = rotated(400, 12, 0);
    Pairs unseen = rotated(400, 12, 0);

    SpaceAdapter adapter = fitter().fit(first(pairs, 300), SEED);

    for (int i = 300; i < 400; i++) {
      float[] mapped = adapter.apply(unseen.sources().get(i));
      assertThat(Cosine.between(mapped, unseen.targets().get(i))).isGreaterThan(0.9);
      assertThat(length(mapped)).isCloseTo(1, within(1e-5));
    }
  }

  @Test
  void noiseMakesItWorseAndNoMore() {
    assertThat(agreement(rotated(400, 12, 0.1))).isBetween(0.85, 0.999);
  }

  @Test
  void theSamePairsGiveTheSameMap() {
    Pairs pairs = rotated(60, 12, 0.1);
    float[] vector = pairs.sources().get(0);

    assertThat(fitter().fit(pairs, SEED).apply(vector))
        .isEqualTo(fitter().fit(pairs, SEED).apply(vector));
  }

  @Test
  void itSaysBetweenWhichSpacesItMaps() {
    Pairs pairs = rotated(60, 12, 0);

    SpaceAdapter adapter = fitter().fit(pairs, SEED);

    assertThat(adapter.from()).isEqualTo(pairs.from());
    assertThat(adapter.to()).isEqualTo(pairs.to());
  }

  @Test
  void fewerPairsThanDimensionsStillGiveAMap() {
    float[] mapped =
        fitter().fit(rotated(7, 32, 0), SEED).apply(rotated(7, 32, 0).sources().get(0));

    for (float coordinate : mapped) {
      assertThat(coordinate).isFinite();
    }
    assertThat(length(mapped)).isCloseTo(1, within(1e-5));
  }

  @ParameterizedTest
  @CsvSource({"6, 10", "10, 6", "1, 4", "4, 1"})
  void spacesOfDifferentDimensionAreMapped(int from, int to) {
    Random random = new Random(3);
    Pairs pairs =
        new Pairs(
            space("new", from),
            space("old", to),
            vectors(40, from, random),
            vectors(40, to, random));

    SpaceAdapter adapter = fitter().fit(pairs, SEED);

    assertThat(adapter.apply(pairs.sources().get(0))).hasSize(to);
  }

  @Test
  void pairsThatAreAllEqualAreRefused() {
    float[] one = {0.6f, 0.8f};
    Pairs pairs =
        new Pairs(
            space("new", 2),
            space("old", 2),
            Collections.nCopies(50, one),
            Collections.nCopies(50, one));

    assertThatThrownBy(() -> fitter().fit(pairs, SEED))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("all equal")
        .hasMessageContaining("re-embed");
  }

  @ParameterizedTest
  @CsvSource({"0", "1"})
  void tooFewPairsAreRefused(int count) {
    Pairs pairs = first(rotated(5, 3, 0), count);

    assertThatThrownBy(() -> fitter().fit(pairs, SEED))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(count + " texts");
  }

  private double agreement(Pairs pairs) {
    SpaceAdapter adapter = fitter().fit(pairs, SEED);
    return IntStream.range(0, pairs.count())
        .mapToDouble(
            i -> Cosine.between(adapter.apply(pairs.sources().get(i)), pairs.targets().get(i)))
        .average()
        .orElseThrow();
  }

  /** The first pairs of more. */
  protected static Pairs first(Pairs pairs, int count) {
    return new Pairs(
        pairs.from(),
        pairs.to(),
        pairs.sources().subList(0, count),
        pairs.targets().subList(0, count));
  }

  /**
   * Random unit vectors and the same with their coordinates in reverse order, every second one
   * negated, which is a rotation or a reflection.
   *
   * @param noise standard deviation of what is added to each coordinate of a target
   */
  protected static Pairs rotated(int count, int dimension, double noise) {
    Random random = new Random(17);
    List<float[]> sources = vectors(count, dimension, random);
    List<float[]> targets =
        sources.stream()
            .map(
                source -> {
                  float[] target = new float[dimension];
                  for (int j = 0; j < dimension; j++) {
                    float sign = j % 2 == 0 ? 1 : -1;
                    target[j] =
                        (float) (sign * source[dimension - 1 - j] + noise * random.nextGaussian());
                  }
                  return target;
                })
            .toList();
    return new Pairs(space("new", dimension), space("old", dimension), sources, targets);
  }

  /** Random unit vectors. */
  protected static List<float[]> vectors(int count, int dimension, Random random) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              float[] vector = new float[dimension];
              for (int j = 0; j < dimension; j++) {
                vector[j] = (float) random.nextGaussian();
              }
              float length = (float) length(vector);
              for (int j = 0; j < dimension; j++) {
                vector[j] /= length;
              }
              return vector;
            })
        .toList();
  }

  /** A space by its name. */
  protected static EmbedderIdentity space(String name, int dimension) {
    return new EmbedderIdentity(name, dimension, "f-" + name);
  }

  private static double length(float[] vector) {
    double squares = 0;
    for (float coordinate : vector) {
      squares += (double) coordinate * coordinate;
    }
    return Math.sqrt(squares);
  }
}
