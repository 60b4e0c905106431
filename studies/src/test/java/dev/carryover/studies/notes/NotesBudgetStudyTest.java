package dev.carryover.studies.notes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.run.OtherPlanException;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.studies.Studies;
import dev.carryover.studies.frame.Study.Request;
import dev.carryover.studies.frame.StudyListener;
import dev.carryover.studies.frame.StudyRun;
import dev.carryover.studies.report.StudyReport;
import dev.carryover.studies.report.StudyTable;
import dev.carryover.studies.report.StudyTable.Entry;
import dev.carryover.studies.report.Verdict.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotesBudgetStudyTest {
  private static final Settings SMALL =
      Settings.of(
          Map.of(
              "caps", "20%, 60%,100%",
              "writers", "extractive-1",
              "histories", "synthetic:nano?count=3&seed=7"));

  @TempDir private Path folder;

  private StudyReport run(Path out, Settings settings, Optional<Path> config, int breaksAt) {
    StudyListener listener =
        new StudyListener() {
          @Override
          public void stage(String what) {}

          @Override
          public void progress(long done, long total, String where) {
            if (done == breaksAt) {
              throw new IllegalStateException("killed");
            }
          }
        };
    Clock clock = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    return new StudyRun(Studies.named("notes-budget"), out, listener, clock)
        .run(new Request("nano-1", 7, settings, config));
  }

  private StudyReport run(Path out, Settings settings) {
    return run(out, settings, Optional.empty(), -1);
  }

  private static double value(StudyReport report, int row, String head) {
    StudyTable table = report.findings().tables().get(0);
    return table.rows().get(row).get(table.heads().indexOf(head)).value().orElseThrow();
  }

  @Test
  void coverageGrowsWithTheCapAndNoCapIsExceeded() {
    StudyReport report = run(folder.resolve("run"), SMALL);

    assertThat(report.findings().unmeasurable()).isEmpty();
    assertThat(report.findings().tables().get(0).rows())
        .extracting(row -> row.get(1).shown())
        .containsExactly("20%", "60%", "100%");
    for (int row = 0; row < 3; row++) {
      assertThat(value(report, row, "used_kib"))
          .isPositive()
          .isLessThanOrEqualTo(value(report, row, "allowed_kib"));
      assertThat(value(report, row, "histories")).isEqualTo(3);
    }
    assertThat(value(report, 0, "coverage"))
        .isLessThan(value(report, 1, "coverage"))
        .isBetween(0.0, 0.5);
    assertThat(value(report, 2, "coverage")).isGreaterThan(0.9);
    assertThat(value(report, 1, "low")).isLessThan(value(report, 1, "coverage"));
    assertThat(report.findings().verdicts())
        .singleElement()
        .satisfies(verdict -> assertThat(verdict.decision()).isEqualTo(Decision.YES))
        .satisfies(verdict -> assertThat(verdict.reason()).contains("coverage"));
  }

  @Test
  void thePapersFiguresStandBesideInATableOfTheirOwn() {
    StudyTable paper = run(folder.resolve("run"), SMALL).findings().tables().get(1);

    assertThat(paper.name()).isEqualTo("paper");
    assertThat(paper.rows())
        .extracting(row -> row.stream().map(Entry::shown).toList())
        .containsExactly(
            List.of("Qwen2.5-7B-Instruct-1M", "160KiB", "about 143", "0.856"),
            List.of("Llama-3.1-8B-Instruct", "160KiB", "about 159", "0.645"));
  }

  @Test
  void aPlotLiesBesideTheReport() throws Exception {
    run(folder.resolve("run"), SMALL);
    Path plot = folder.resolve("run/report/coverage.svg");

    javax.xml.parsers.DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(plot.toFile());
    assertThat(plot)
        .content()
        .contains("role=\"img\"", "<title>", "A: extractive-1")
        .satisfies(svg -> assertThat(svg.split("<circle")).hasSize(1 + 3));
    assertThat(folder.resolve("run/report/study.md")).content().contains("](coverage.svg)");
  }

  @Test
  void aKilledStudyGoesOnAndItsReportComesOutAsIfItHadNotBeen() throws IOException {
    Path whole = folder.resolve("whole");
    Path killed = folder.resolve("killed");
    run(whole, SMALL);
    assertThatThrownBy(() -> run(killed, SMALL, Optional.empty(), 2)).hasMessage("killed");
    byte[] first =
        Files.readAllBytes(killed.resolve("runs/01-extractive-1-20pct/observations.jsonl"));
    run(killed, SMALL);

    assertThat(killed.resolve("runs/01-extractive-1-20pct/observations.jsonl"))
        .as("what was there is not made again")
        .hasBinaryContent(first);
    for (String file : List.of("study.json", "study.md", "coverage.svg")) {
      assertThat(killed.resolve("report").resolve(file))
          .hasSameBinaryContentAs(whole.resolve("report").resolve(file));
    }
  }

  @Test
  void theReportIsMadeAgainFromTheFolderAlone() throws IOException {
    Path out = folder.resolve("run");
    StudyReport report = run(out, SMALL);
    Files.delete(out.resolve("report/study.json"));

    try (RunDirectory.Finished run = RunDirectory.read(out)) {
      assertThat(StudyRun.report(Studies.named("notes-budget"), out, run.record(), run.journal()))
          .isEqualTo(report);
    }
  }

  @Test
  void aMigrationFileNamesTheWritersAndTheHistories() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("up.yaml"),
            """
            name: up
            histories: synthetic:nano?count=2&seed=3
            formats: [notes: {segment: 1KiB}, lc-raw]
            old: {model: extractive-1}
            new: {model: extractive-2}
            """);
    Path out = folder.resolve("run");
    StudyReport report = run(out, Settings.of(Map.of("caps", "300")), Optional.of(file), -1);

    assertThat(report.findings().tables().get(0).rows())
        .extracting(row -> row.get(0).shown())
        .containsExactly("extractive-1", "extractive-2");
    assertThat(value(report, 0, "histories")).isEqualTo(2);
    assertThat(value(report, 0, "allowed_kib")).isEqualTo(300 / 1024.0);
    try (RunDirectory.Finished run = RunDirectory.read(out.resolve("runs/01-extractive-1-300"))) {
      assertThat(run.record().plan().formats().get(0).settings())
          .as("the file's own settings of the format hold")
          .containsEntry("segment", "1KiB");
    }
    Files.writeString(file, Files.readString(file).replace("count=2", "count=3"));
    assertThatThrownBy(() -> run(out, Settings.of(Map.of("caps", "300")), Optional.of(file), -1))
        .isInstanceOf(OtherPlanException.class);
  }

  @Test
  void aSettingThatCannotBeUsedIsRefusedBeforeAnythingIsWritten() {
    Path out = folder.resolve("run");
    for (String caps : List.of("", "0", "120%", "20%,many", ",")) {
      assertThatThrownBy(() -> run(out, Settings.of(Map.of("caps", caps))))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("caps");
    }
    assertThatThrownBy(() -> run(out, SMALL, Optional.of(folder.resolve("nowhere.yaml")), -1))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("nowhere.yaml");
    assertThatThrownBy(
            () ->
                run(
                    out,
                    Settings.of(
                        Map.of("writers", "nobody", "histories", "synthetic:nano?count=1"))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("nobody");
    assertThat(out.resolve("report")).doesNotExist();
  }
}
