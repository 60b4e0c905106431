package dev.carryover.migrations.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Failed;
import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.report.Identity;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.spi.VectorMemory;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFileReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gate that asks the new component on the old store, some of the probes. */
class ScreenTest {
  private static final ProbeSelection FIVE =
      new ProbeSelection(
          history -> new ProbedHistory(history.history(), history.probes().subList(0, 5)),
          new TreeMap<>(Map.of("five", "yes")),
          List.of("Five only."),
          Optional.empty());

  @TempDir private Path folder;

  @Test
  void onlyTheNewComponentOnTheOldStoreIsAsked() {
    gate(GateRuns.SMALL, "run", FIVE, Optional.empty())
        .screen(false, Optional.empty(), LoadedEmbedders.NONE);

    assertThat(GateRuns.observations(folder.resolve("run")))
        .hasSize(2 * 2 * 5)
        .extracting(Observation::cell)
        .allMatch(cell -> cell.contains("lc-raw") || cell.contains("index=bag-a/query=bag-b"))
        .allMatch(cell -> cell.endsWith("as-written/normal/0"));
    try (RunDirectory.Finished run = RunDirectory.read(folder.resolve("run"))) {
      assertThat(run.record().status()).isEqualTo(Status.FINISHED);
      assertThat(run.record().settings()).containsEntry("five", "yes");
      assertThat(run.record().notes()).contains("Five only.");
      assertThat(run.record().looks()).isEmpty();
    }
  }

  @Test
  void theOldSideIsAskedWhereThatIsWanted() {
    String yaml = GateRuns.SMALL.replace(", lc-raw", "");
    gate(yaml, "run", FIVE, Optional.empty()).screen(true, Optional.empty(), LoadedEmbedders.NONE);

    assertThat(GateRuns.observations(folder.resolve("run")))
        .hasSize(20)
        .extracting(Observation::cell)
        .anyMatch(cell -> cell.contains("query=bag-a"));
  }

  @Test
  void whatTheOldSideAnsweredInOneRunIsAskedInNoOther() {
    String yaml = GateRuns.SMALL.replace(", lc-raw", "");
    gate(yaml, "one", FIVE, Optional.empty()).screen(true, Optional.empty(), LoadedEmbedders.NONE);
    List<Observation> old = oldSide("one");
    List<Observation> known = new ArrayList<>(old.subList(0, 8));
    known.set(3, with(known.get(3), new Failed("the service was away")));
    try (RunDirectory.Finished one = RunDirectory.read(folder.resolve("one"));
        RunDirectory part = RunDirectory.open(folder.resolve("part"), one.record())) {
      part.journal().append(known, Journal.Spent.NOTHING);
    }
    gate(yaml, "two", FIVE, Optional.empty())
        .screen(true, Optional.of(folder.resolve("part")), LoadedEmbedders.NONE);

    assertThat(oldSide("two")).containsAll(without(known, 3)).doesNotContain(old.get(3));
    assertThat(GateRuns.observations(folder.resolve("two")))
        .containsExactlyInAnyOrderElementsOf(GateRuns.observations(folder.resolve("one")));
  }

  @Test
  void whatAnotherOldSideAnsweredIsAskedAgain() {
    String yaml = GateRuns.SMALL.replace(", lc-raw", "");
    gate(yaml, "one", FIVE, Optional.empty()).screen(true, Optional.empty(), LoadedEmbedders.NONE);
    List<Observation> known = new ArrayList<>();
    oldSide("one").forEach(answer -> known.add(with(answer, new Unscored("of another"))));
    try (RunDirectory.Finished one = RunDirectory.read(folder.resolve("one"));
        RunDirectory other =
            RunDirectory.open(folder.resolve("other"), ofAnotherSpace(one.record()))) {
      other.journal().append(known, Journal.Spent.NOTHING);
    }

    gate(yaml, "two", FIVE, Optional.empty())
        .screen(true, Optional.of(folder.resolve("other")), LoadedEmbedders.NONE);

    assertThat(GateRuns.observations(folder.resolve("two")))
        .containsExactlyInAnyOrderElementsOf(GateRuns.observations(folder.resolve("one")));
  }

  private static RunRecord ofAnotherSpace(RunRecord record) {
    return new RunRecord(
        record.schema(),
        record.name(),
        record.status(),
        record.given(),
        record.settings(),
        record.plan(),
        record.identities().stream()
            .map(
                one ->
                    new Identity(
                        one.kind(),
                        one.name(),
                        new TreeMap<>(Map.of("canary_vectors", "another")),
                        one.unknown()))
            .toList(),
        record.spaces(),
        record.notes(),
        record.versions(),
        record.clock(),
        record.looks());
  }

  @Test
  void storesThatSeveralRunsShareAreWrittenOnce() {
    gate(GateRuns.SMALL, "one", FIVE, Optional.of("stores"))
        .screen(false, Optional.empty(), LoadedEmbedders.NONE);
    Map<String, String> before = GateRuns.stores(folder);
    gate(GateRuns.SMALL, "two", FIVE, Optional.of("stores"))
        .screen(false, Optional.empty(), LoadedEmbedders.NONE);

    assertThat(before).isNotEmpty();
    assertThat(GateRuns.stores(folder)).isEqualTo(before);
    assertThat(GateRuns.stores(folder.resolve("one"))).isEmpty();
    assertThat(GateRuns.observations(folder.resolve("two")))
        .isEqualTo(GateRuns.observations(folder.resolve("one")));
  }

  @Test
  void anEarlierRunStandsInForTheOldSideOnTheProbesThatAreAsked() {
    String yaml = GateRuns.SMALL.replace(", lc-raw", "");
    GateRuns.gate(yaml, Map.of(), folder.resolve("base"), done -> false).baseline();
    GateOptions options = options("run", FIVE, Optional.empty());
    Gate gate =
        new Gate(
            MigrationFileReader.read("up.yaml", yaml.getBytes(StandardCharsets.UTF_8), Map.of()),
            new GateOptions(
                    options.out(),
                    options.given(),
                    1,
                    1,
                    false,
                    Optional.empty(),
                    OptionalDouble.empty(),
                    Optional.of(folder.resolve("base")))
                .with(FIVE),
            new Silent(),
            Clock.systemUTC());
    gate.screen(false, Optional.empty(), LoadedEmbedders.NONE);

    assertThat(GateRuns.observations(folder.resolve("run"))).hasSize(20);
    assertThat(GateRuns.observations(folder.resolve("base")))
        .containsAll(
            GateRuns.observations(folder.resolve("run")).stream()
                .filter(observation -> observation.cell().contains("query=bag-a"))
                .toList());
  }

  @Test
  void withoutQuestionsStoredTextsTakeTheirPlaceAndNobodyAnswers() {
    ProbeSelection none =
        new ProbeSelection(
            history -> new ProbedHistory(history.history(), List.of()),
            new TreeMap<>(),
            List.of(),
            Optional.empty());
    gate(GateRuns.SMALL, "run", none, Optional.empty())
        .screen(false, Optional.empty(), LoadedEmbedders.NONE);

    List<Observation> observed = GateRuns.observations(folder.resolve("run"));
    assertThat(observed).isNotEmpty();
    assertThat(observed).allMatch(one -> one.reply().isEmpty() && one.outcome().scored().isEmpty());
    assertThat(observed).allMatch(one -> !one.retrieved().isEmpty() && one.cell().contains("rag"));
    assertThat(observed.stream().filter(one -> one.cell().endsWith("normal/1")).count() * 3)
        .isEqualTo(observed.size());
  }

  @Test
  void aGateWithoutQuestionsIsStillRefused() {
    ProbeSelection none =
        new ProbeSelection(
            history -> new ProbedHistory(history.history(), List.of()),
            new TreeMap<>(),
            List.of(),
            Optional.empty());

    assertThatThrownBy(() -> gate(GateRuns.SMALL, "run", none, Optional.empty()).run())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("no question");
    assertThat(Files.exists(folder.resolve("run"))).isFalse();
  }

  @Test
  void aGateThatHasNoQuestionLeftSaysThatAllWereScreened() {
    ProbeSelection none =
        new ProbeSelection(
            history -> new ProbedHistory(history.history(), List.of()),
            new TreeMap<>(),
            List.of(),
            Optional.empty());

    assertThatThrownBy(() -> gate(GateRuns.SMALL, "run", none, Optional.empty()).run())
        .hasMessageContaining("no question is left beside those that were screened");
  }

  @Test
  void aScreenOfAllProbesSaysThatNoneIsLeftForTheGate() {
    ProbeSelection whole =
        new ProbeSelection(history -> history, new TreeMap<>(), List.of(), Optional.empty());

    gate(GateRuns.SMALL, "whole", whole, Optional.empty())
        .screen(false, Optional.empty(), LoadedEmbedders.NONE);
    gate(GateRuns.SMALL, "five", FIVE, Optional.empty())
        .screen(false, Optional.empty(), LoadedEmbedders.NONE);

    assertThat(notes("whole")).anyMatch(note -> note.contains("has none left there"));
    assertThat(notes("five")).noneMatch(note -> note.contains("has none left there"));
  }

  @Test
  void aChoiceForOtherHistoriesIsRefused() {
    ProbeSelection others =
        new ProbeSelection(
            history -> history, new TreeMap<>(), List.of(), Optional.of("another digest"));

    assertThatThrownBy(() -> gate(GateRuns.SMALL, "run", others, Optional.empty()).run())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("other histories");
  }

  /** What the old side answered, with the latencies, which no two runs have alike. */
  private List<Observation> oldSide(String out) {
    try (RunDirectory.Finished run = RunDirectory.read(folder.resolve(out))) {
      return run.journal().all().stream()
          .filter(observation -> observation.cell().contains("query=bag-a"))
          .toList();
    }
  }

  private static Observation with(Observation one, Outcome outcome) {
    return new Observation(
        one.cell(), one.probe(), one.family(), outcome, Optional.empty(), List.of(), 0);
  }

  private static List<Observation> without(List<Observation> all, int index) {
    List<Observation> some = new ArrayList<>(all);
    some.remove(index);
    return some;
  }

  private List<String> notes(String out) {
    try (RunDirectory.Finished run = RunDirectory.read(folder.resolve(out))) {
      return run.record().notes();
    }
  }

  private Gate gate(String yaml, String out, ProbeSelection probes, Optional<String> stores) {
    return new Gate(
        MigrationFileReader.read("up.yaml", yaml.getBytes(StandardCharsets.UTF_8), Map.of()),
        options(out, probes, stores),
        new Silent(),
        Clock.systemUTC());
  }

  private GateOptions options(String out, ProbeSelection probes, Optional<String> stores) {
    return new GateOptions(
        folder.resolve(out),
        new TreeMap<>(),
        1,
        1,
        false,
        Optional.empty(),
        OptionalDouble.empty(),
        Optional.empty(),
        stores.map(folder::resolve),
        probes,
        VectorMemory.NONE);
  }

  private static final class Silent implements GateListener {
    @Override
    public void stage(String what) {}

    @Override
    public void progress(long done, long total, String where) {}
  }
}
