package dev.carryover.studies.portability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.run.OtherPlanException;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.run.PreflightException;
import dev.carryover.studies.frame.Study.Request;
import dev.carryover.studies.frame.StudyListener;
import dev.carryover.studies.frame.StudyRun;
import dev.carryover.studies.report.StudyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The study from end to end on built-in models and the smallest histories. */
class PortabilityStudyTest {
  /** Retrieval of all that a nano history needs, so that its controls pass on few histories. */
  private static final String NANO =
      """
      name: any
      histories: synthetic:nano
      formats: [notes: {cap: 90%}, rag: {k: 8}]
      old: {model: extractive-1, embedder: all-minilm-l6-v2-q}
      new: {model: extractive-2, embedder: e5-small-v2-q}
      combined: true
      """;

  @TempDir Path folder;

  private static final class Killed extends RuntimeException {}

  /** Hears everything, and tears the study out of its work at some point. */
  private record Listener(List<String> stages, Predicate<String> kill) implements StudyListener {
    @Override
    public void stage(String what) {
      stages.add(what);
    }

    @Override
    public void progress(long done, long total, String where) {
      if (kill.test(done + " of " + total + " in " + where)) {
        throw new Killed();
      }
    }
  }

  private Request request(String yaml, Map<String, String> settings) throws IOException {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, yaml);
    return new Request("nano-1", 1, Settings.of(settings), Optional.of(file));
  }

  private Request small() throws IOException {
    return request(NANO, Map.of("scale", "nano", "histories", "2", "calibration", "6"));
  }

  private static StudyReport run(Request request, Path out, Predicate<String> kill) {
    return new StudyRun(
            new PortabilityStudy(), out, new Listener(new ArrayList<>(), kill), Clock.systemUTC())
        .run(request);
  }

  @Test
  void aKilledStudyGoesOnAndComesOutAsIfItHadNotBeen() throws IOException {
    Path whole = folder.resolve("whole");
    StudyReport report = run(small(), whole, where -> false);
    assertThat(report.findings().unmeasurable()).isEmpty();
    assertThat(report.findings().tables())
        .extracting(table -> table.name())
        .contains(
            "planned_tests",
            "t3_accuracy",
            "t4_retrieval",
            "t6_losses",
            "style_rewrite",
            "power",
            "spaces",
            "controls");
    for (String plot : List.of("planned-tests.svg", "accuracy.svg")) {
      assertThat(whole.resolve("report").resolve(plot))
          .content()
          .contains("<title>", "<desc>", "</svg>");
    }

    Path killed = folder.resolve("killed");
    assertThatThrownBy(() -> run(small(), killed, where -> where.contains("e1-model-swap")))
        .isInstanceOf(Killed.class);
    run(small(), killed, where -> false);

    for (String file : List.of("report/study.json", "report/study.md")) {
      assertThat(killed.resolve(file)).hasSameBinaryContentAs(whole.resolve(file));
    }
  }

  /** Three histories of calibration are too few to show that retrieval is worth anything. */
  @Test
  void anInstrumentThatCannotBeBelievedStopsTheStudyBeforeAnythingElseIsAsked() throws IOException {
    Path out = folder.resolve("out");
    StudyReport report =
        run(
            request(
                NANO.replace("k: 8", "k: 1"),
                Map.of("scale", "nano", "histories", "2", "calibration", "3")),
            out,
            where -> false);
    assertThat(report.findings().unmeasurable().orElseThrow())
        .startsWith("the instrument cannot be believed on the calibration histories")
        .contains("rag: before beats empty memory");
    assertThat(out.resolve("e1-model-swap")).doesNotExist();
    assertThat(report.findings().limits()).anyMatch(limit -> limit.contains("3 histories"));
  }

  @Test
  void whatRunsHereCostsNothingAndIsToldWithoutAnAnswer() throws IOException {
    Path out = folder.resolve("out");
    assertThat(
            new StudyRun(
                    new PortabilityStudy(),
                    out,
                    new Listener(new ArrayList<>(), where -> false),
                    Clock.systemUTC())
                .estimate(
                    request(NANO, Map.of("scale", "nano", "histories", "1", "calibration", "1"))))
        .contains(List.of());
    assertThat(out).doesNotExist();
  }

  @Test
  void calibrationHistoriesAreNotEvaluated() throws IOException {
    var facts = new PortabilityStudy().facts(resolved(small()));
    assertThat(facts.get("histories.calibration")).startsWith("synthetic:nano?count=6&seed=");
    assertThat(facts.get("histories.evaluation")).startsWith("synthetic:nano?count=2&seed=");
    assertThat(facts.get("histories.calibration").split("seed=")[1])
        .isNotEqualTo(facts.get("histories.evaluation").split("seed=")[1]);
  }

  private static Request resolved(Request request) {
    return new Request(
        request.model(),
        request.seed(),
        request.settings().orElse(Map.of("margin", "5")),
        request.config());
  }

  @Test
  void twoNamesOfOneVectorSpaceAreFoundBeforeAnythingIsAsked() throws IOException {
    Path out = folder.resolve("out");
    String yaml =
        NANO.replace("e5-small-v2-q}", "twin}") + "services:\n  twin: {kind: all-minilm-l6-v2-q}\n";
    assertThatThrownBy(
            () ->
                run(
                    request(yaml, Map.of("scale", "nano", "histories", "4", "calibration", "4")),
                    out,
                    where -> true))
        .isInstanceOf(PreflightException.class);
    assertThat(out.resolve("calibration")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "margin | 0 | 'margin' is '0'; give a whole number from 1 to 50",
        "histories | none | 'histories' is 'none'; give a whole number from 1 to 10000",
        "calibration | 0 | 'calibration' is '0'; give a whole number from 1 to 10000",
        "scale | tiny | 'scale' is 'tiny'",
      })
  void aSettingThatCannotBeUsedIsRefused(String key, String value, String message) {
    assertThatThrownBy(
            () -> run(request(NANO, Map.of(key, value)), folder.resolve("out"), where -> true))
        .hasMessageContaining(message);
  }

  @Test
  void aFileThatReplacesOneThingAloneIsRefused() {
    assertThatThrownBy(
            () ->
                run(
                    request(NANO.replace("extractive-2", "extractive-1"), Map.of()),
                    folder.resolve("out"),
                    where -> true))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("replaces a model and an embedder");
  }

  @Test
  void otherModelsAreAnotherPlan() throws IOException {
    Path out = folder.resolve("out");
    assertThatThrownBy(() -> run(small(), out, where -> true)).isInstanceOf(Killed.class);
    try (RunDirectory.Finished run = RunDirectory.read(out.resolve("calibration"))) {
      assertThat(run.record().settings()).containsEntry("new.writer", "extractive-2");
    }
    Request others =
        request(
            NANO.replace("extractive-1", "extractive-2")
                .replace(
                    "{model: extractive-2, embedder: e5", "{model: extractive-1, embedder: e5"),
            Map.of("scale", "nano", "histories", "2", "calibration", "6"));
    assertThatThrownBy(() -> run(others, out, where -> true))
        .isInstanceOf(OtherPlanException.class)
        .hasMessageContaining("old.writer is extractive-1 there and extractive-2 now");
  }
}
