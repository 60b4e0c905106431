package dev.carryover.core.run;

import static dev.carryover.core.run.SampleObservations.numbered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.report.Identity;
import dev.carryover.core.run.Journal.Spent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanLockTest {
  private static final SortedMap<String, String> TESTS = new TreeMap<>(Map.of("unit", "history"));

  @TempDir Path folder;

  private static PlanLock lock(RunRecord planned) {
    return PlanLock.of(planned, TESTS);
  }

  private static RunRecord with(String key, String value) {
    TreeMap<String, String> settings = new TreeMap<>(SampleRuns.record().settings());
    settings.put(key, value);
    return SampleRuns.record(settings);
  }

  private List<String> notesOfRun(RunRecord planned) {
    try (RunDirectory run = RunDirectory.open(folder, planned)) {
      return run.record().notes();
    }
  }

  private String deviations() throws IOException {
    return Files.readString(folder.resolve("deviations.md"));
  }

  @Test
  void theHashIsThatOfThePlanWhoeverComputesItAndWhenever() throws IOException {
    RunRecord planned = SampleRuns.record();
    lock(planned).write(folder);

    assertThat(PlanLock.find(folder)).contains(lock(planned));
    assertThat(lock(planned).sha256()).hasSize(64);
    assertThat(planned.with(RunRecord.Status.FINISHED, planned.clock(), List.of()))
        .satisfies(later -> assertThat(lock(later)).isEqualTo(lock(planned)));
    assertThat(Files.readString(folder.resolve("plan-lock.json")))
        .contains("\"unit\" : \"history\"", "\"plan.rule.margin\" : \"0.05\"", "0.1.0");
  }

  @Test
  void everyPartOfThePlanIsUnderTheHash() {
    String sha256 = lock(SampleRuns.record()).sha256();
    TreeMap<String, String> settings = new TreeMap<>(SampleRuns.record().settings());

    assertThat(lock(with("seed", "8")).sha256()).isNotEqualTo(sha256);
    assertThat(
            lock(SampleRuns.record(settings, SampleRuns.plan(8), SampleRuns.record().identities()))
                .sha256())
        .isNotEqualTo(sha256);
    assertThat(
            lock(SampleRuns.record(
                    settings, SampleRuns.plan(7), List.of(SampleRuns.identity("e6"))))
                .sha256())
        .isNotEqualTo(sha256);
    assertThat(PlanLock.of(SampleRuns.record(), new TreeMap<>(Map.of("unit", "probe"))).sha256())
        .isNotEqualTo(sha256);
  }

  @Test
  void logProbabilitiesThatWaverAreNoOtherModel() {
    TreeMap<String, String> settings = new TreeMap<>();
    Identity first = new Identity("model", "m", settings, List.of(), Optional.of(List.of(-1.0)));
    Identity again =
        new Identity("model", "m", settings, List.of(), Optional.of(List.of(-1.0 + 1e-7)));

    assertThat(lock(SampleRuns.record(settings, SampleRuns.plan(7), List.of(first))))
        .isEqualTo(lock(SampleRuns.record(settings, SampleRuns.plan(7), List.of(again))));
  }

  @Test
  void aRunOfTheLockedPlanSaysSoOnce() throws IOException {
    lock(SampleRuns.record()).write(folder);

    List<String> notes = notesOfRun(SampleRuns.record());
    assertThat(notes)
        .last()
        .asString()
        .contains("locked before the first answer", lock(SampleRuns.record()).sha256());
    assertThat(notesOfRun(SampleRuns.record())).isEqualTo(notes);
    assertThat(deviations()).doesNotContain("locked");
  }

  @Test
  void aRunOfAnotherPlanGoesOnAndSaysWhatChangedKeyByKey() throws IOException {
    lock(with("a", "1")).write(folder);
    RunRecord changed = with("b", "2");

    List<String> notes = notesOfRun(changed);

    assertThat(notes)
        .last()
        .asString()
        .contains(lock(with("a", "1")).sha256() + " locked", lock(changed).sha256() + " now")
        .contains("setting.a was '1' and is 'absent'; setting.b was 'absent' and is '2'");
    assertThat(deviations())
        .contains(lock(with("a", "1")).sha256(), lock(changed).sha256())
        .contains("\n  - setting.a was '1' and is 'absent'\n  - setting.b was 'absent' and is '2'");
    String once = deviations();
    assertThat(notesOfRun(changed)).isEqualTo(notes);
    assertThat(deviations()).isEqualTo(once);
  }

  @Test
  void manyDifferencesAreAllInTheFileOfDeviations() throws IOException {
    TreeMap<String, String> many = new TreeMap<>();
    for (int i = 0; i < 9; i++) {
      many.put("k" + i, "x");
    }
    lock(SampleRuns.record(many)).write(folder);

    assertThat(notesOfRun(SampleRuns.record(new TreeMap<>())))
        .last()
        .asString()
        .contains("k4", "and 4 more, see deviations.md")
        .doesNotContain("k5");
    assertThat(deviations()).contains("setting.k8");
  }

  @Test
  void aLockAfterTheFirstAnswerIsRefused() {
    try (RunDirectory run = RunDirectory.open(folder, SampleRuns.record())) {
      run.journal().append(numbered(0, 1), Spent.NOTHING);
    }

    assertThatThrownBy(() -> lock(SampleRuns.record()).write(folder))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("holds answers already")
        .hasMessageContaining("--out");
    assertThat(PlanLock.find(folder)).isEmpty();
  }

  @Test
  void answersOfARunThatAStudyIsComposedOfCount() {
    Path part = folder.resolve("runs/01-part");
    try (RunDirectory run = RunDirectory.open(part, SampleRuns.record())) {
      run.journal().append(numbered(0, 1), Spent.NOTHING);
    }

    assertThatThrownBy(() -> lock(SampleRuns.record()).write(folder))
        .hasMessageContaining("holds answers already");
  }

  @Test
  void aRunThatHasNotAnsweredYetCanBeLocked() {
    RunDirectory.open(folder, SampleRuns.record()).close();
    lock(SampleRuns.record()).write(folder);

    assertThat(notesOfRun(SampleRuns.record())).last().asString().contains("unchanged since");
  }

  @Test
  void aLockThatWasPutThereAfterwardsLocksNothing(@TempDir Path elsewhere) throws IOException {
    try (RunDirectory run = RunDirectory.open(folder, SampleRuns.record())) {
      run.journal().append(numbered(0, 1), Spent.NOTHING);
    }
    lock(SampleRuns.record()).write(elsewhere);
    Files.copy(elsewhere.resolve("plan-lock.json"), folder.resolve("plan-lock.json"));

    assertThat(notesOfRun(SampleRuns.record()))
        .last()
        .asString()
        .contains("locks nothing")
        .doesNotContain("unchanged");
  }

  @Test
  void lockingTheSamePlanAgainChangesNothingAndAnotherIsRefused() throws IOException {
    lock(SampleRuns.record()).write(folder);
    byte[] bytes = Files.readAllBytes(folder.resolve("plan-lock.json"));
    lock(SampleRuns.record()).write(folder);

    assertThat(folder.resolve("plan-lock.json")).hasBinaryContent(bytes);
    assertThatThrownBy(() -> lock(with("seed", "8")).write(folder))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("lock of another plan");
    assertThat(folder.resolve("plan-lock.json")).hasBinaryContent(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "[", "{\"schema\":\"carryover.plan-lock/2\"}", "null", "\0\0"})
  void aDamagedLockIsRefusedByName(String content) throws IOException {
    Files.writeString(folder.resolve("plan-lock.json"), content);

    assertThatThrownBy(() -> RunDirectory.open(folder, SampleRuns.record()))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("plan-lock.json");
  }

  @Test
  void aLockThatWasEditedDoesNotMatchItsHash() throws IOException {
    lock(SampleRuns.record()).write(folder);
    Path file = folder.resolve("plan-lock.json");
    Files.writeString(file, Files.readString(file).replace("\"0.05\"", "\"0.50\""));

    assertThatThrownBy(() -> RunDirectory.open(folder, SampleRuns.record()))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("was changed after the lock");
  }
}
