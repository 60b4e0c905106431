package dev.carryover.core.run;

import static dev.carryover.core.run.SampleObservations.numbered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.run.Journal.Spent;
import dev.carryover.core.run.RunRecord.Clock;
import dev.carryover.core.run.RunRecord.Look;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.spi.Reporter.ReportFile;
import dev.carryover.core.spi.StopException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunDirectoryTest {
  private static final Clock LATER =
      new Clock("2026-12-01T10:00:00Z", "2026-12-01T11:30:00Z", 5400, "other", "25.0.3");

  @TempDir Path parent;
  Path folder;

  @BeforeEach
  void nameTheFolder() {
    folder = parent.resolve("runs/upgrade");
  }

  @Test
  void aNewRunHasItsRecordAJournalAndAnEmptyListOfDeviations() throws IOException {
    try (RunDirectory run = RunDirectory.open(folder, SampleRuns.record())) {
      assertThat(run.record()).isEqualTo(SampleRuns.record());
      assertThat(run.journal().all()).isEmpty();
    }

    assertThat(folder.resolve("run.json")).content().contains("\"schema\" : \"carryover.run/1\"");
    assertThat(folder.resolve("observations.jsonl")).isEmptyFile();
    assertThat(folder.resolve("deviations.md")).content().startsWith("# Deviations");
  }

  @Test
  void theSamePlanIsResumedWithEverythingThatWasDone() {
    try (RunDirectory run = RunDirectory.open(folder, SampleRuns.record())) {
      run.journal().append(numbered(0, 5), new Spent(9, new TreeMap<>()));
      run.update(record -> record.with(Status.FINISHED, LATER, List.of()));
    }

    try (RunDirectory run = RunDirectory.open(folder, SampleRuns.record())) {
      assertThat(run.record())
          .isEqualTo(SampleRuns.record().with(Status.FINISHED, LATER, List.of()));
      assertThat(run.journal().all()).isEqualTo(numbered(0, 5));
      assertThat(run.journal().spent()).isEqualTo(new Spent(9, new TreeMap<>()));
    }
  }

  @Test
  void everyFieldOfTheRecordComesBackEqual() {
    RunDirectory.open(folder, SampleRuns.record()).close();

    try (RunDirectory.Finished run = RunDirectory.read(folder)) {
      assertThat(run.record()).isEqualTo(SampleRuns.record());
    }
  }

  @Test
  void anotherPlanIsRefusedWithEachSettingThatDiffers() throws IOException {
    observeSomething(SampleRuns.record(new TreeMap<>(Map.of("a", "1", "b", "2", "same", "x"))));
    byte[] before = Files.readAllBytes(folder.resolve("run.json"));

    assertThatThrownBy(
            () ->
                RunDirectory.open(
                    folder,
                    SampleRuns.record(new TreeMap<>(Map.of("a", "3", "c", "4", "same", "x")))))
        .isInstanceOf(OtherPlanException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("a is 1 there and 3 now")
        .hasMessageContaining("b is 2 there and nothing now")
        .hasMessageContaining("c is nothing there and 4 now")
        .hasMessageContaining("--out")
        .hasMessageNotContaining("same");
    assertThat(folder.resolve("run.json")).hasBinaryContent(before);
    assertThatCode(
            () ->
                RunDirectory.open(
                        folder,
                        SampleRuns.record(new TreeMap<>(Map.of("a", "1", "b", "2", "same", "x"))))
                    .close())
        .doesNotThrowAnyException();
  }

  @Test
  void aPlanMayChangeWhileNothingWasObservedUnderIt() {
    RunDirectory.open(folder, SampleRuns.record(new TreeMap<>(Map.of("a", "1")))).close();
    RunRecord other = SampleRuns.record(new TreeMap<>(Map.of("a", "2")));

    try (RunDirectory run = RunDirectory.open(folder, other)) {
      assertThat(run.record()).isEqualTo(other);
    }
  }

  private void observeSomething(RunRecord record) {
    try (RunDirectory run = RunDirectory.open(folder, record)) {
      run.journal().append(numbered(0, 1), Spent.NOTHING);
    }
  }

  @Test
  void whatAPartOfARunObservedHoldsThePlanOfTheWhole() {
    RunRecord whole = SampleRuns.record(new TreeMap<>(Map.of("a", "1")));
    RunDirectory.open(folder, whole).close();
    try (RunDirectory part = RunDirectory.open(folder.resolve("part"), whole)) {
      part.journal().append(numbered(0, 1), Spent.NOTHING);
    }
    assertThatThrownBy(
            () -> RunDirectory.open(folder, SampleRuns.record(new TreeMap<>(Map.of("a", "2")))))
        .isInstanceOf(OtherPlanException.class)
        .hasMessageContaining("a is 1 there and 2 now");
  }

  @Test
  void aRunStopsForModelsThatAnswerDifferentlyAndIsRefusedForAnotherPlan() {
    observeSomething(SampleRuns.record());
    RunRecord same = SampleRuns.record();

    assertThatThrownBy(
            () ->
                RunDirectory.open(
                    folder,
                    SampleRuns.record(
                        same.settings(), same.plan(), List.of(SampleRuns.identity("e6")))))
        .isInstanceOf(StopException.class)
        .hasMessageContaining("a model is not the one that began the run");
    assertThatThrownBy(
            () ->
                RunDirectory.open(
                    folder,
                    SampleRuns.record(same.settings(), SampleRuns.plan(8), same.identities())))
        .isInstanceOf(OtherPlanException.class)
        .hasMessageContaining("another version of Carryover");
  }

  @Test
  void whatDiffersBetweenTwoRunsOfOnePlanDoesNotHinderResuming() {
    RunDirectory.open(folder, SampleRuns.record()).close();

    try (RunDirectory run =
        RunDirectory.open(
            folder,
            SampleRuns.record()
                .with(Status.RUNNING, LATER, List.of(new Look("now", "preserved", 3))))) {
      assertThat(run.record()).isEqualTo(SampleRuns.record());
    }
  }

  @Test
  void aRunThatAnotherBuildGoesOnWithSaysSoOnce() throws IOException {
    observeSomething(SampleRuns.record());
    edit("\"0.1.0\"", "\"0.0.9\"");

    RunDirectory.open(folder, SampleRuns.record()).close();
    try (RunDirectory run = RunDirectory.open(folder, SampleRuns.record())) {
      assertThat(run.record().notes())
          .filteredOn(note -> note.contains("0.0.9") && note.contains("0.1.0"))
          .hasSize(1);
    }
    assertThat(Files.readString(folder.resolve("deviations.md")))
        .startsWith("# Deviations")
        .containsOnlyOnce("0.0.9");
  }

  @Test
  void aNewerSchemaIsRefused() throws IOException {
    RunDirectory.open(folder, SampleRuns.record()).close();
    edit("carryover.run/1", "carryover.run/2");

    assertThatThrownBy(() -> RunDirectory.open(folder, SampleRuns.record()))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("'carryover.run/2'");
    assertThatThrownBy(() -> RunDirectory.read(folder))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("run.json")
        .hasMessageContaining("'carryover.run/2'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "\0\0", "{\"schema\":\"carryover.run/1\"}"})
  void aDamagedRecordIsRefusedAndStays(String content) throws IOException {
    RunDirectory.open(folder, SampleRuns.record()).close();
    Files.writeString(folder.resolve("run.json"), content);

    assertThatThrownBy(() -> RunDirectory.open(folder, SampleRuns.record()))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("run.json");
    assertThatThrownBy(() -> RunDirectory.read(folder)).isInstanceOf(RunException.class);
    assertThat(folder.resolve("run.json")).hasContent(content);
  }

  /** A number that is gone must not come back as 0, nor a list as none. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "margin",
        "seed",
        "max_failed",
        "worked_seconds",
        "mean_cosine",
        "repeat",
        "plan",
        "name",
        "settings",
        "notes",
        "status",
        "references",
        "histories",
        "clock",
        "treatments"
      })
  void aRecordThatLacksAFieldIsRefused(String field) throws IOException {
    RunDirectory.open(folder, SampleRuns.record()).close();
    edit("\"" + field + "\" :", "\"lost\" :");

    assertThatThrownBy(() -> RunDirectory.read(folder))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("run.json");
  }

  @Test
  void aFolderWithoutARunCannotBeRead() throws IOException {
    assertThatThrownBy(() -> RunDirectory.read(folder))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(folder + " is no run directory");
    Files.createDirectories(folder);
    assertThatThrownBy(() -> RunDirectory.read(folder))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("it has no run.json");
  }

  @Test
  void aFileCannotBeARunDirectory() throws IOException {
    Files.createDirectories(folder.getParent());
    Files.writeString(folder, "a file");

    assertThatThrownBy(() -> RunDirectory.open(folder, SampleRuns.record()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(folder.toString());
  }

  @Test
  void observationsWithoutTheirRecordAreNotTakenForThoseOfThisPlan() throws IOException {
    try (RunDirectory run = RunDirectory.open(folder, SampleRuns.record())) {
      run.journal().append(numbered(0, 5), Spent.NOTHING);
    }
    Files.delete(folder.resolve("run.json"));

    assertThatThrownBy(() -> RunDirectory.open(folder, SampleRuns.record()))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("observations.jsonl")
        .hasMessageContaining("no run.json");
    assertThat(folder.resolve("run.json")).doesNotExist();
  }

  /** Works in a run directory until its input ends. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) throws IOException {
      try (RunDirectory run = RunDirectory.open(Path.of(arguments[0]), SampleRuns.record())) {
        System.out.println("working " + run.record().name());
        while (System.in.read() >= 0) {
          Thread.onSpinWait();
        }
      }
    }
  }

  @Test
  void oneProcessAtATimeWorksInADirectory() throws IOException {
    try (ChildJvm other = ChildJvm.start(Holder.class, folder.toString())) {
      assertThat(other.line()).contains("working upgrade");

      assertThatThrownBy(() -> RunDirectory.open(folder, SampleRuns.record()))
          .isInstanceOf(RunException.class)
          .hasMessageContaining("another process is working in " + folder);
      try (RunDirectory.Finished run = RunDirectory.read(folder)) {
        assertThat(run.record()).isEqualTo(SampleRuns.record());
      }
      other.kill();

      RunDirectory.open(folder, SampleRuns.record()).close();
    }
  }

  @Test
  void oneDirectoryIsOpenOnceInAProcess() {
    try (RunDirectory run = RunDirectory.open(folder, SampleRuns.record())) {
      assertThatThrownBy(() -> RunDirectory.open(folder, SampleRuns.record()))
          .isInstanceOf(RunException.class);
      run.journal().append(numbered(0, 1), Spent.NOTHING);
    }
    RunDirectory.open(folder, SampleRuns.record()).close();
  }

  @Test
  void aDirectoryThatCouldNotBeOpenedIsNotLocked() throws IOException {
    RunDirectory.open(folder, SampleRuns.record()).close();
    Path record = folder.resolve("run.json");
    byte[] whole = Files.readAllBytes(record);
    Files.writeString(record, "{");
    assertThatThrownBy(() -> RunDirectory.open(folder, SampleRuns.record()))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("run.json");

    Files.write(record, whole);
    RunDirectory.open(folder, SampleRuns.record()).close();
  }

  @Test
  void aReaderNeverSeesAHalfUpdatedRecord() throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    try (RunDirectory run = RunDirectory.open(folder, SampleRuns.record())) {
      Thread writer =
          new Thread(
              () -> {
                for (int i = 0; i < 40; i++) {
                  run.update(i % 2 == 0 ? SampleRuns::withManyNotes : old -> SampleRuns.record());
                }
                done.set(true);
              });
      writer.start();
      while (!done.get()) {
        try (RunDirectory.Finished seen = RunDirectory.read(folder)) {
          assertThat(seen.record())
              .isIn(SampleRuns.record(), SampleRuns.withManyNotes(SampleRuns.record()));
        }
      }
      writer.join();
    }
  }

  @Test
  void anUpdateThatFailsChangesNothing() throws IOException {
    try (RunDirectory run = RunDirectory.open(folder, SampleRuns.record())) {
      byte[] before = Files.readAllBytes(folder.resolve("run.json"));
      assertThatThrownBy(
              () ->
                  run.update(
                      record ->
                          record.with(
                              Status.FINISHED,
                              new Clock("a", "b", Double.NaN, "host", "17"),
                              List.of())))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("NaN");

      assertThat(run.record()).isEqualTo(SampleRuns.record());
      assertThat(folder.resolve("run.json")).hasBinaryContent(before);
    }
  }

  @Test
  void deviationsAreNeverOverwritten() throws IOException {
    Files.createDirectories(folder);
    Path deviations = folder.resolve("deviations.md");
    Files.writeString(deviations, "written by hand");

    RunDirectory.open(folder, SampleRuns.record()).close();
    RunDirectory.open(folder, SampleRuns.record()).close();

    assertThat(deviations).hasContent("written by hand");
  }

  @Test
  void reportFilesAreReplacedAsAWhole() throws IOException {
    RunDirectory.writeReport(
        folder,
        List.of(new ReportFile("index.html", "long ".repeat(1000)), new ReportFile("old", "x")));
    RunDirectory.writeReport(
        folder,
        List.of(
            new ReportFile("index.html", "kürzer \uD83D\uDE80"),
            new ReportFile("report.json", "{}")));

    assertThat(folder.resolve("report/index.html")).hasContent("kürzer \uD83D\uDE80");
    assertThat(folder.resolve("report/report.json")).hasContent("{}");
    try (Stream<Path> files = Files.list(folder.resolve("report"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("index.html", "report.json", "old");
    }
  }

  private void edit(String from, String to) throws IOException {
    Path record = folder.resolve("run.json");
    String text = Files.readString(record);
    assertThat(text).contains(from);
    Files.writeString(record, text.replace(from, to));
  }
}
