package dev.carryover.studies.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.studies.instrument.Condition.Kind;
import dev.carryover.studies.instrument.Faults.Base;
import dev.carryover.studies.instrument.Faults.Target;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultsTest {
  private static final Base BASE = new Base(.2, .05);

  /** Histories of 20 probes, of which 18 are in reach. */
  private static List<Target> targets(int histories) {
    List<String> right = IntStream.range(0, 18).mapToObj(p -> "p" + p).toList();
    return IntStream.range(0, histories).mapToObj(h -> new Target("h" + h, 20, right)).toList();
  }

  private static double[] losses(Faults faults) {
    return IntStream.range(0, faults.old().size())
        .mapToDouble(h -> (faults.next().get(h).size() - faults.old().get(h).size()) / 20.0)
        .toArray();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theNewSideLosesWhatIsAimedAtToTheProbe(Kind kind) {
    double[] losses =
        losses(Faults.draw(targets(37), new Condition(Stage.READING, kind, 6), BASE, 7));
    double probes = 37 * 20;
    assertThat(IntStream.range(0, 37).mapToDouble(h -> losses[h]).sum() * 20)
        .isCloseTo(kind.loss() * probes, within(.5));
  }

  @Test
  void lossesSpreadWithWhatIsAskedForBesideTheChanceOfTheDraw() {
    double narrow = deviation(new Condition(Stage.READING, Kind.MARGIN, 0));
    double wide = deviation(new Condition(Stage.READING, Kind.MARGIN, 12));
    // each side draws by chance, and the wide one spreads besides: variances add
    assertThat(Math.sqrt(wide * wide - narrow * narrow)).isCloseTo(.12, within(.02));
  }

  private static double deviation(Condition condition) {
    double[] losses = losses(Faults.draw(targets(2_000), condition, BASE, 7));
    double mean = IntStream.range(0, losses.length).mapToDouble(h -> losses[h]).average().orElse(0);
    return Math.sqrt(
        IntStream.range(0, losses.length)
            .mapToDouble(h -> (losses[h] - mean) * (losses[h] - mean))
            .average()
            .orElse(0));
  }

  @Test
  void aTenthOfTheHistoriesLosesHalfOfEverything() {
    double[] losses =
        losses(Faults.draw(targets(200), new Condition(Stage.READING, Kind.FEW, 15), BASE, 7));
    assertThat(Arrays.stream(losses).filter(loss -> loss > .25)).hasSize(20);
  }

  @Test
  void bothSidesShareWhatIsMissedAndNothingIsLostWhereNothingIsPlanted() {
    Faults shared =
        Faults.draw(targets(50), new Condition(Stage.READING, Kind.ZERO, 0), new Base(.2, 0), 7);
    assertThat(shared.old()).isEqualTo(shared.next());
    assertThat(shared.old().stream().mapToInt(Set::size).sum()).isBetween(130, 230);
    Faults nothing = Faults.draw(targets(3), Condition.unharmed(Stage.READING), BASE, 7);
    assertThat(nothing.old()).containsOnly(Set.of());
    assertThat(nothing.next()).containsOnly(Set.of());
  }

  @Test
  void aHistoryWithoutAnythingInReachLosesNothing() {
    List<Target> targets = List.of(targets(1).get(0), new Target("empty", 20, List.of()));
    Faults faults = Faults.draw(targets, new Condition(Stage.READING, Kind.BEYOND, 6), BASE, 7);
    assertThat(faults.next().get(1)).isEmpty();
    assertThat(losses(faults)[0]).isCloseTo(.2, within(1e-9));
  }

  @Test
  void theSameSeedPlantsTheSame() {
    Condition condition = new Condition(Stage.RETRIEVAL, Kind.MARGIN, 6);
    assertThat(Faults.draw(targets(9), condition, BASE, 7))
        .isEqualTo(Faults.draw(targets(9), condition, BASE, 7))
        .isNotEqualTo(Faults.draw(targets(9), condition, BASE, 8));
  }
}
