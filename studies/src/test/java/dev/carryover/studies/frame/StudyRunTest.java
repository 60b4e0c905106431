package dev.carryover.studies.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.run.OtherPlanException;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.studies.frame.Study.Request;
import dev.carryover.studies.report.StudyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyRunTest {
  private static final int NEVER = Integer.MAX_VALUE;
  private static final Request PLAIN = new Request("scripted", 7, Settings.NONE);

  @TempDir Path folder;

  private static StudyReport run(ScriptedStudy study, Path folder, Request request) {
    Clock clock = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    return new StudyRun(study, folder, new Silence(), clock).run(request);
  }

  private static final class Silence implements StudyListener {
    @Override
    public void stage(String what) {}

    @Override
    public void progress(long done, long total, String where) {}
  }

  @Test
  void aKilledRunGoesOnAndItsFilesComeOutAsIfItHadNotBeen() throws IOException {
    Path whole = folder.resolve("whole");
    Path killed = folder.resolve("killed");
    ScriptedStudy uninterrupted = new ScriptedStudy("1", NEVER);
    run(uninterrupted, whole, PLAIN);

    List<String> asked = new ArrayList<>();
    for (int breaksAfter : new int[] {3, 0, 2}) {
      ScriptedStudy broken = new ScriptedStudy("1", breaksAfter);
      assertThatThrownBy(() -> run(broken, killed, PLAIN)).hasMessage("killed");
      asked.addAll(broken.asked());
    }
    ScriptedStudy last = new ScriptedStudy("1", NEVER);
    run(last, killed, PLAIN);
    asked.addAll(last.asked());

    assertThat(asked).doesNotHaveDuplicates().isEqualTo(uninterrupted.asked());
    for (String file :
        List.of("observations.jsonl", "run.json", "report/study.json", "report/study.md")) {
      assertThat(killed.resolve(file)).hasSameBinaryContentAs(whole.resolve(file));
    }
  }

  @Test
  void aTornJournalLosesTheTornBlockAlone() throws IOException {
    run(new ScriptedStudy("1", NEVER), folder.resolve("whole"), PLAIN);
    Path torn = folder.resolve("torn");
    ScriptedStudy broken = new ScriptedStudy("1", 4);
    assertThatThrownBy(() -> run(broken, torn, PLAIN)).hasMessage("killed");
    Path journal = torn.resolve("observations.jsonl");
    byte[] bytes = Files.readAllBytes(journal);
    Files.write(journal, java.util.Arrays.copyOf(bytes, bytes.length - 20));

    ScriptedStudy last = new ScriptedStudy("1", NEVER);
    run(last, torn, PLAIN);

    assertThat(last.asked()).startsWith("memory? s1/a", "memory? s1/b", "none? s2/a");
    assertThat(journal)
        .hasSameBinaryContentAs(folder.resolve("whole").resolve("observations.jsonl"));
  }

  @Test
  void aFinishedRunAsksNothingAgain() {
    run(new ScriptedStudy("1", NEVER), folder, PLAIN);
    ScriptedStudy again = new ScriptedStudy("1", NEVER);
    StudyReport report = run(again, folder, PLAIN);
    assertThat(again.asked()).isEmpty();
    assertThat(report.findings().arms()).extracting("right").containsExactly(0, 8);
  }

  @Test
  void anotherSettingSeedOrModelIsAnotherPlan() {
    run(new ScriptedStudy("1", NEVER), folder, PLAIN);
    assertThatThrownBy(
            () ->
                run(
                    new ScriptedStudy("1", NEVER),
                    folder,
                    new Request("scripted", 7, Settings.of(Map.of("sources", "5")))))
        .isInstanceOf(OtherPlanException.class)
        .hasMessageContaining("sources is 4 there and 5 now");
    assertThatThrownBy(
            () ->
                run(
                    new ScriptedStudy("1", NEVER),
                    folder,
                    new Request("scripted", 8, Settings.NONE)))
        .isInstanceOf(OtherPlanException.class)
        .hasMessageContaining("seed is 7 there and 8 now");
    assertThatThrownBy(() -> run(new ScriptedStudy("2", NEVER), folder, PLAIN))
        .isInstanceOf(OtherPlanException.class)
        .hasMessageContaining("model.fingerprint is");
  }

  @Test
  void anUnknownSettingIsRefusedBeforeAnythingIsMade() {
    assertThatThrownBy(
            () ->
                run(
                    new ScriptedStudy("1", NEVER),
                    folder.resolve("new"),
                    new Request("scripted", 7, Settings.of(Map.of("source", "5")))))
        .isInstanceOf(SettingException.class)
        .hasMessage("unknown setting 'source'; known are sources");
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  void theReportComesFromTheJournalAlone() throws IOException {
    run(new ScriptedStudy("1", NEVER), folder, PLAIN);
    String json = Files.readString(folder.resolve("report/study.json"));
    String text = Files.readString(folder.resolve("report/study.md"));
    Files.delete(folder.resolve("report/study.json"));
    Files.delete(folder.resolve("report/study.md"));

    try (RunDirectory.Finished run = RunDirectory.read(folder)) {
      StudyRun.report(new ScriptedStudy("-", NEVER), folder, run.record(), run.journal());
    }

    assertThat(folder.resolve("report/study.json")).hasContent(json);
    assertThat(folder.resolve("report/study.md")).hasContent(text);
  }

  @Test
  void theReportHoldsCountsCostsOverlapAndWhatItCannotShow() throws IOException {
    run(new ScriptedStudy("1", NEVER), folder, PLAIN);
    String json = Files.readString(folder.resolve("report/study.json"));
    assertThat(json)
        .contains("\"schema\" : \"carryover.study/1\"")
        .contains("\"same_fact_in_training\" : 1.0", "\"same_words_in_training\" : 0.0")
        .contains("\"gained\" : 8")
        .contains("\"p\" : 0.0078125")
        .contains("\"tokens_in\" : 40")
        .doesNotContain("2026-01-01");
    String text = Files.readString(folder.resolve("report/study.md"));
    assertThat(text)
        .contains("| memory | 8 of 8 |    1.000 | 0.676 to 1.000 |")
        .contains("worth \\| it")
        .contains("A script is no model.");
  }
}
