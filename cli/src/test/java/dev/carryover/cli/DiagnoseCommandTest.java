package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnoseCommandTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "model-upgrade-builtin.yaml");
  private static final String SMALL = "synthetic:nano?count=2&seed=7";

  @TempDir private Path folder;

  @Test
  void aDiagnosisEndsWellWhateverTheVerdictAndIsRenderedAgainOffline() {
    Path out = folder.resolve("run");
    Said json = diagnose(out, "--json");
    String first = read(out.resolve("report/report.json"));
    Said again = run("report", "--json", out);

    assertThat(json.code()).as(json.err()).isZero();
    assertThat(json.out()).isEqualTo(first).contains("\"diagnosis\" : {", "\"loss-construction\"");
    assertThat(again.out()).as(again.err()).isEqualTo(first);
    assertThat(CommandRuns.files(out.resolve("report")))
        .contains("lost-answers.csv", "loss-by-stage-notes-old-to-new.svg", "index.html")
        .contains("accuracy-by-family-notes-old-to-new.svg");
  }

  @Test
  void theTerminalSaysWhereItWasLostAndWhatToTry() {
    Said said = diagnose(folder.resolve("run"));

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .contains("Where it was lost (notes, old-to-new)", "what to try", "Answers lost (lc-raw)")
        .contains("Report: ");
  }

  @Test
  void aRunThatIsAGateIsNotTakenForADiagnosis() {
    Path out = folder.resolve("run");
    Said gate = run("gate", "-q", "-c", EXAMPLE, "--histories", SMALL, "--out", out, "--json");
    Said said = diagnose(out);

    assertThat(gate.out()).doesNotContain("\"diagnosis\"");
    assertThat(said.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(said.err()).contains("another plan", "--out");
  }

  @Test
  void aBillIsMadeWithoutACallAndAnOldSideThatIsGoneIsRefused() {
    Path models = Path.of("..", "examples", "model-upgrade.yaml");
    Said gate = run("gate", "-q", "-c", models, "--dry-run", "--histories", SMALL, "--json");
    Said bill = run("diagnose", "-q", "-c", models, "--dry-run", "--histories", SMALL, "--json");
    Said gone = diagnose(folder.resolve("run"), "--baseline", folder);

    assertThat(bill.code()).as(bill.err()).isZero();
    assertThat(calls(bill)).isGreaterThan(calls(gate));
    assertThat(gone.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(gone.err()).contains("--baseline", "evidence");
  }

  @Test
  void theRunDirectoryIsNamedForIt() {
    Path config = write(folder.resolve("up.yaml"), read(EXAMPLE));
    Said said =
        CommandProcess.start(
                folder,
                List.of(),
                List.of(),
                Map.of(),
                "diagnose",
                "-q",
                "-c",
                config,
                "--histories",
                SMALL)
            .await();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(folder.resolve("runs/model-upgrade-builtin-diagnose/diagnosis.jsonl")).exists();
  }

  private static long calls(Said bill) {
    Object total = JsonValues.object(bill.out()).get("total");
    return ((Number) Objects.requireNonNull(JsonValues.map(total).get("calls"))).longValue();
  }

  private static Said diagnose(Path out, Object... more) {
    List<Object> words =
        new ArrayList<>(
            List.of("diagnose", "-q", "-c", EXAMPLE, "--histories", SMALL, "--out", out));
    words.addAll(List.of(more));
    return run(words.toArray());
  }
}
