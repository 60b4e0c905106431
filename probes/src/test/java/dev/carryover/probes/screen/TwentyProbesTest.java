package dev.carryover.probes.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Question;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which twenty of a history's probes are asked. */
class TwentyProbesTest {
  private static final TwentyProbes SEVEN = new TwentyProbes(7);

  @Test
  void fourOfEachOfFiveFamiliesAreChosen() {
    Map<String, String> families = families(5, 32);

    Set<String> chosen = SEVEN.of("h1", families);

    assertThat(byFamily(chosen, families))
        .hasSize(5)
        .allSatisfy((f, count) -> assertThat(count).isEqualTo(4));
  }

  @Test
  void theChoiceDependsOnSeedAndHistoryAndNothingElse() {
    Map<String, String> families = families(5, 32);

    assertThat(SEVEN.of("h1", families)).isEqualTo(new TwentyProbes(7).of("h1", families));
    assertThat(SEVEN.of("h2", families)).isNotEqualTo(SEVEN.of("h1", families));
    assertThat(new TwentyProbes(8).of("h1", families)).isNotEqualTo(SEVEN.of("h1", families));
  }

  @Test
  void theOrderOfTheProbesPlaysNoPart() {
    ProbedHistory history = history(5, 32);
    List<Probe> backwards = new ArrayList<>(history.probes());
    Collections.reverse(backwards);
    ProbedHistory turned = new ProbedHistory(history.history(), backwards);

    assertThat(ids(SEVEN.only(turned))).isEqualTo(ids(SEVEN.only(history)));
  }

  @Test
  void whatIsAskedAndWhatIsLeftOutAreTheWhole() {
    ProbedHistory history = history(5, 32);

    Set<String> asked = ids(SEVEN.only(history));
    Set<String> rest = ids(SEVEN.without(history));

    assertThat(asked).hasSize(20).doesNotContainAnyElementsOf(rest);
    assertThat(rest).hasSize(140);
  }

  @Test
  void otherNumbersOfFamiliesShareTheTwentyEvenly() {
    Map<String, String> three = families(3, 30);
    Map<String, String> one = families(1, 30);
    Map<String, String> many = families(33, 2);

    assertThat(byFamily(SEVEN.of("h", three), three).values())
        .containsExactlyInAnyOrder(7L, 7L, 6L);
    assertThat(SEVEN.of("h", one)).hasSize(20);
    assertThat(byFamily(SEVEN.of("h", many), many)).hasSize(20);
  }

  @Test
  void aSmallFamilyGivesAllItHasAndTheOthersMore() {
    Map<String, String> families = families(4, 30);
    families.put("rare-1", "rare");

    assertThat(byFamily(SEVEN.of("h", families), families).get("rare")).isEqualTo(1);
    assertThat(SEVEN.of("h", families)).hasSize(20);
  }

  @Test
  void aHistoryWithFewerIsAskedAllOfThem() {
    ProbedHistory history = history(5, 3);

    assertThat(SEVEN.only(history)).isEqualTo(history);
    assertThat(SEVEN.without(history).probes()).isEmpty();
    assertThat(SEVEN.only(history(0, 0)).probes()).isEmpty();
  }

  private static Set<String> ids(ProbedHistory history) {
    return history.probes().stream().map(Probe::id).collect(Collectors.toSet());
  }

  private static Map<String, Long> byFamily(Set<String> chosen, Map<String, String> families) {
    return chosen.stream()
        .collect(Collectors.groupingBy(id -> families.getOrDefault(id, ""), Collectors.counting()));
  }

  private static Map<String, String> families(int families, int each) {
    Map<String, String> probes = new TreeMap<>();
    for (int i = 0; i < families * each; i++) {
      probes.put("p" + i, "family-" + i % families);
    }
    return probes;
  }

  private static ProbedHistory history(int families, int each) {
    List<Probe> probes = new ArrayList<>();
    families(families, each)
        .forEach(
            (id, family) ->
                probes.add(new Probe(id, family, new Question("?"), Optional.empty(), List.of())));
    return new ProbedHistory(
        new History("h1", List.of(new Event("e", Optional.empty(), "Ann", "Hello."))), probes);
  }
}
