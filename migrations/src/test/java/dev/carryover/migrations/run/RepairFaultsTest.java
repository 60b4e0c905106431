package dev.carryover.migrations.run;

import static dev.carryover.migrations.run.GateRuns.observations;
import static dev.carryover.migrations.run.GateRuns.stores;
import static dev.carryover.migrations.run.GateRuns.withoutRunAndCost;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Cell;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.Usage;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.migrations.parts.ScriptedModel;
import dev.carryover.migrations.run.GateRuns.Killed;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What went wrong when the authors repaired notes (spec 1.13): a finished stage that blocks, an
 * output limit that is fatal, a repaired store that outgrows its cap when it is saved.
 */
class RepairFaultsTest {
  private static final int CAP = 1024;
  private static final String UPGRADE =
      """
      name: up
      histories: synthetic:nano?count=2&seed=7
      formats: [notes: {cap: 1KiB}]
      services:
        a: {kind: scripted, model: forwards}
        b: {kind: scripted, model: NEW}
      old: {model: a}
      new: {model: b}
      budgets: {writer_tokens: 120}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void everyoneIsThere() {
    ScriptedModel.reset();
  }

  /** Kills the run at a repair, told by how many there were in this attempt, and counts them. */
  private static final class Repairs implements GateListener {
    private final int killAt;
    private int count;

    private Repairs(int killAt) {
      this.killAt = killAt;
    }

    @Override
    public void stage(String what) {}

    @Override
    public void progress(long done, long total, String where) {}

    @Override
    public void repaired(Cell cell, Duration took) {
      if (++count == killAt) {
        throw new Killed();
      }
    }
  }

  private RunReport repairs(String model, String run) {
    return repairs(model, run, new Repairs(0));
  }

  private RunReport repairs(String model, String run, GateListener listener) {
    return GateRuns.gate(UPGRADE.replace("NEW", model), Map.of(), folder.resolve(run), listener)
        .repairs();
  }

  /** The prices without times, by the cells' ids. */
  private SortedMap<String, RepairPrice> prices(String run) {
    SortedMap<String, RepairPrice> prices = new TreeMap<>();
    try (RunDirectory.Finished finished = RunDirectory.read(folder.resolve(run))) {
      finished
          .journal()
          .spent()
          .repairs()
          .forEach(
              (cell, price) ->
                  prices.put(URLDecoder.decode(cell, UTF_8), price.took(0).onDevice(0)));
    }
    return prices;
  }

  private List<RepairPrice> prices(String run, String treatment, String writers) {
    return prices(run).entrySet().stream()
        .filter(price -> price.getKey().contains("/" + treatment + "/"))
        .filter(price -> price.getKey().contains("/writer=" + writers + "/"))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static Treatment treatment(RunReport report, String id) {
    return report.treatments().stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow();
  }

  /** Bytes of the notes of every store, without the headings for people, by the store's name. */
  private Map<String, Integer> sizes(String run) {
    Path stores = folder.resolve(run).resolve("stores");
    Map<String, Integer> sizes = new HashMap<>();
    for (Path file : GateRuns.files(stores)) {
      if (file.toString().endsWith(".md")) {
        String text = new String(GateRuns.read(file), UTF_8);
        String notes = text.substring(text.indexOf('\n')).strip();
        String store = stores.relativize(file).getName(0).toString();
        sizes.merge(store, notes.getBytes(UTF_8).length, Integer::sum);
      }
    }
    return sizes;
  }

  private long manifestsThatSay(String run, String what) {
    return GateRuns.files(folder.resolve(run).resolve("stores")).stream()
        .filter(file -> file.endsWith("manifest.json"))
        .filter(file -> new String(GateRuns.read(file), UTF_8).contains(what))
        .count();
  }

  @Test
  void anOutputLimitIsAFailedRepairThatIsChargedItsReserveAndScored() {
    RunReport report = repairs("limited", "run");

    for (String method : List.of("rewrite", "style-rewrite")) {
      for (int percent : List.of(25, 50)) {
        String name = "repaired-" + method + "@" + percent;
        assertThat(prices("run", name, "a+b"))
            .as(name)
            .hasSize(2)
            .allSatisfy(
                price -> {
                  assertThat(price.usage()).isEqualTo(new Usage(40, 120 * percent / 100));
                  assertThat(price.failure().orElseThrow())
                      .contains("output limit of " + 120 * percent / 100 + " tokens");
                });
        Treatment repaired = treatment(report, "notes/old-to-new/" + name);
        assertThat(repaired.price().orElseThrow().failed()).isEqualTo(2);
        assertThat(repaired.metrics().get("accuracy").scored()).isEqualTo(40);
        assertThat(repaired.metrics().get("accuracy").failed()).isZero();
        assertThat(prices("run", name, "b+a"))
            .as("the other model needs no more than its share")
            .hasSize(2)
            .allSatisfy(price -> assertThat(price.failure()).isEmpty());
      }
    }
    assertThat(manifestsThatSay("run", "repair.failure"))
        .isEqualTo(prices("run").values().stream().filter(p -> p.failure().isPresent()).count())
        .isPositive();
  }

  @Test
  void aLargerRungOfTheRawHistoryKeepsMore() {
    RunReport report = repairs("limited", "run");

    double quarter = accuracy(report, "repaired-rewrite@25");
    assertThat(quarter).as("what the limit left is kept and scored").isPositive();
    assertThat(accuracy(report, "repaired-rewrite"))
        .isGreaterThan(quarter)
        .isEqualTo(accuracy(report, "own"));
  }

  private static double accuracy(RunReport report, String treatment) {
    return treatment(report, "notes/old-to-new/" + treatment)
        .metrics()
        .get("accuracy")
        .mean()
        .orElseThrow();
  }

  @Test
  void aRepairerThatReturnsNothingHasFailed() {
    RunReport report = repairs("blank", "run");

    assertThat(prices("run", "repaired-rewrite", "a+b"))
        .hasSize(2)
        .allSatisfy(
            price -> {
              assertThat(price.failure()).contains("the model returned nothing");
              assertThat(price.usage()).as("no more than it took").isEqualTo(new Usage(40, 2));
            });
    assertThat(accuracy(report, "repaired-rewrite")).isZero();
    assertThat(accuracy(report, "repaired-style-rewrite"))
        .as("the old notes stay where there are none to take their place")
        .isEqualTo(accuracy(report, "inherited"));
  }

  @Test
  void noStoreOutgrowsItsCapHoweverMuchTheRepairerReturns() {
    repairs("talkative", "run");

    Map<String, Integer> sizes = sizes("run");
    assertThat(sizes).hasSize(2 * 2 + 2 * 2 * 6);
    assertThat(sizes.values()).allSatisfy(bytes -> assertThat(bytes).isLessThanOrEqualTo(CAP));
    assertThat(sizes.values()).as("the cap was met").anyMatch(bytes -> bytes > CAP - 20);
    assertThat(prices("run").values()).allSatisfy(p -> assertThat(p.failure()).isEmpty());
  }

  @Test
  void textWithoutTheIdentifiersIsKeptAndCounted() {
    repairs("forgetful", "run");

    assertThat(prices("run", "repaired-style-rewrite", "a+b"))
        .hasSize(2)
        .allSatisfy(
            price -> {
              assertThat(price.failure()).isEmpty();
              assertThat(price.reach().orElseThrow().losing()).isPositive();
            });
  }

  @Test
  void aRunWhoseRepairsAreFinishedGoesOn() {
    RunReport whole = repairs("limited", "whole");
    Optional<RunReport> report = Optional.empty();
    int attempts = 0;
    while (report.isEmpty()) {
      attempts++;
      try {
        report = Optional.of(repairs("limited", "run", new Repairs(2)));
      } catch (Killed e) {
        assertThat(attempts).as("each attempt finishes a repair").isLessThan(30);
      }
    }

    assertThat(attempts).isGreaterThan(10);
    assertThat(withoutRunAndCost(report.get())).isEqualTo(withoutRunAndCost(whole));
    assertThat(stores(folder.resolve("run"))).isEqualTo(stores(folder.resolve("whole")));
    assertThat(observations(folder.resolve("run")))
        .isEqualTo(observations(folder.resolve("whole")));
    assertThat(prices("run")).isEqualTo(prices("whole"));
  }

  @Test
  void aFinishedRunRepairsNothingAgain() {
    RunReport first = repairs("limited", "run");
    Repairs again = new Repairs(0);

    assertThat(withoutRunAndCost(repairs("limited", "run", again)))
        .isEqualTo(withoutRunAndCost(first));
    assertThat(again.count).isZero();
  }
}
