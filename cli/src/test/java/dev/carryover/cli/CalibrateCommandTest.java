package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Full runs fit the calibration of screens, and are assessed. */
class CalibrateCommandTest {
  @TempDir private Path folder;

  @Test
  void fullRunsCalibrateAndAreAssessed() {
    Path config = embedders("synthetic:small?count=5");
    Path run = folder.resolve("full");
    Path file = folder.resolve("mine.json");
    run("gate", "-q", "-c", config, "--candidate", "b", "--out", run);
    Said said = run("calibrate", run, "--to", file);
    Said twice = run("calibrate", run, "--to", file);
    Said study =
        run(
            "study",
            "screen",
            "-q",
            "-s",
            "runs=" + run,
            "--seed",
            7,
            "--out",
            folder.resolve("s"));
    Said again = run("report", folder.resolve("s"));

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .contains("history", "model pair", "format", "Pearson")
        .containsPattern("history .* 20\\R");
    assertThat(read(file)).contains("carryover.calibration/1", "\"rag\"", "\"pairs\" : 4");
    assertThat(twice.code()).isEqualTo(2);
    assertThat(twice.err()).contains("is there already");
    assertThat(study.code()).as(study.err()).isZero();
    assertThat(study.out())
        .contains("history, ours", "history, paper", "0.0945", "0.031 ", "0.821")
        .contains("predicted-against-full.svg");
    assertThat(again.out()).isEqualTo(study.out());
    assertThat(read(folder.resolve("s/report/predicted-against-full.svg")))
        .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        .contains("<desc>", "20 predictions");
  }

  @Test
  void aCalibrationOnTooFewHistoriesSaysThatItOnlyRanks() {
    Path config = embedders("synthetic:small?count=2");
    Path run = folder.resolve("full");
    run("gate", "-q", "-c", config, "--candidate", "b", "--out", run);
    Said said = run("calibrate", run, "--to", folder.resolve("mine.json"));

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .contains("Ranking only for rag: the calibration rests on 2 histories and 4 pairs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "study screen | 'runs' names no run",
        "study screen -s runs=nowhere | nowhere/observations.jsonl cannot be read",
        "calibrate nowhere | nowhere is no run directory",
        "calibrate | 'RUN'",
      })
  void calibratingOnNothingIsRefused(String line, String message) {
    List<Object> words = new ArrayList<>(List.of((Object[]) line.split(" ")));
    words.addAll(line.startsWith("study") ? List.of("--out", folder.resolve("s")) : List.of());
    Said said = run(words.toArray());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains(message);
  }

  private Path embedders(String histories) {
    return write(folder.resolve("pick.yaml"), ScreenCommandTest.EMBEDDERS.formatted(histories));
  }
}
