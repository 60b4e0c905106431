package dev.carryover.studies.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.spi.Settings;
import dev.carryover.studies.frame.Study.Request;
import dev.carryover.studies.frame.StudyListener;
import dev.carryover.studies.frame.StudyRun;
import dev.carryover.studies.report.StudyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The study from end to end on built-in models and the smallest histories. */
class RepairStudyTest {
  private static final List<String> FILES =
      List.of(
          "report/study.json",
          "report/study.md",
          "report/repaired-old-to-new.svg",
          "report/repaired-new-to-old.svg");

  @TempDir Path folder;

  private record KilledAt(String where) implements StudyListener {
    @Override
    public void stage(String what) {}

    @Override
    public void progress(long done, long total, String what) {
      if (what.startsWith(where)) {
        throw new IllegalStateException("killed");
      }
    }
  }

  private static Request request(Map<String, String> settings) {
    return new Request("nano-1", 1, Settings.of(settings));
  }

  private static StudyReport run(Path out, String killedAt) {
    return new StudyRun(new RepairStudy(), out, new KilledAt(killedAt), Clock.systemUTC())
        .run(request(Map.of("histories", "3", "scale", "nano")));
  }

  @Test
  void aKilledStudyGoesOnAndComesOutAsIfItHadNotBeen() throws IOException {
    Path whole = folder.resolve("whole");
    StudyReport report = run(whole, "never");
    assertThat(report.findings().tables())
        .extracting(table -> table.name())
        .containsExactly("h7a", "t7_cost_to_restore", "repaired_accuracy", "cost_to_restore");
    assertThat(report.findings().tables().get(1).rows()).hasSize(8);
    assertThat(report.findings().tables().get(3).rows()).hasSize(8 * 3);

    Path killed = folder.resolve("killed");
    assertThatThrownBy(() -> run(killed, "rag")).hasMessage("killed");
    byte[] journal = Files.readAllBytes(killed.resolve("notes/observations.jsonl"));
    run(killed, "never");
    assertThat(killed.resolve("notes/observations.jsonl")).hasBinaryContent(journal);
    for (String file : FILES) {
      assertThat(killed.resolve(file)).hasSameBinaryContentAs(whole.resolve(file));
    }

    String json = Files.readString(whole.resolve("report/study.json"));
    try (RunDirectory.Finished run = RunDirectory.read(whole)) {
      StudyRun.report(new RepairStudy(), whole, run.record(), run.journal());
    }
    assertThat(whole.resolve("report/study.json")).hasContent(json);
    assertThat(json).doesNotContain(folder.toString());
  }

  @Test
  void whatRunsHereCostsNothingAndIsToldWithoutAnAnswer() {
    Path out = folder.resolve("out");
    assertThat(
            new StudyRun(new RepairStudy(), out, new KilledAt(""), Clock.systemUTC())
                .estimate(request(Map.of("histories", "1", "scale", "nano"))))
        .contains(List.of());
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "margin | 0 | 'margin' is '0'; give a whole number from 1 to 50",
        "histories | none | 'histories' is 'none'; give a whole number from 1 to 10000",
        "scale | tiny | 'scale' is 'tiny'",
      })
  void aSettingThatCannotBeUsedIsRefused(String key, String value, String message) {
    assertThatThrownBy(
            () ->
                new StudyRun(
                        new RepairStudy(),
                        folder.resolve("out"),
                        new KilledAt(""),
                        Clock.systemUTC())
                    .run(request(Map.of(key, value))))
        .hasMessageContaining(message);
  }
}
