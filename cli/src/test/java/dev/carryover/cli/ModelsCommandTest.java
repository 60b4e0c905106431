package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands around local models, as far as they go without a network. */
class ModelsCommandTest {
  @TempDir private Path folder;

  @Test
  void whatCanBePulledIsListedWithLicenceAndSize() {
    Said said = run("models", "list", "--from", folder);

    assertThat(said.code()).isZero();
    assertThat(said.out().lines())
        .hasSize(2)
        .anyMatch(line -> line.matches("smollm2-135m .*Apache-2.0 +98 MB +not pulled"))
        .anyMatch(line -> line.matches("gemma3-270m .*Gemma Terms of Use +253 MB +not pulled"));
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "models pull smollm3 | 'smollm3' | smollm2-135m, gemma3-270m",
        "models pull smollm2-135m smollm3 | 'smollm3' | smollm2-135m, gemma3-270m",
        "models serve smollm3 | 'smollm3' | smollm2-135m, gemma3-270m",
        "models serve smollm2-135m | 'smollm2-135m' is not in | models pull smollm2-135m",
        "models serve smollm2-135m --port 70000 | '70000' | 0 to 65535",
        "models serve smollm2-135m --context 0 | '0' | 1 to",
        "models serve smollm2-135m --threads 0 | '0' | 1 to",
        "models serve smollm2-135m --parallel -1 | '-1' | 1 to",
        "models pull | 'NAME' | Try 'carryover models pull --help'",
      })
  void aMistakeIsNamedWithARemedyAndNothingIsDone(String line, String named, String remedy) {
    String where = line.startsWith("models serve") ? " --from " : " --to ";
    Said said = run((Object[]) (line + where + folder).split(" "));

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).startsWith("error: ").contains(named).contains(remedy);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void withoutPythonPullSaysWhatToInstall() {
    Said said = pullWithPath("");

    assertThat(said.code()).isEqualTo(5);
    assertThat(said.err()).contains("python3 cannot be run").contains("python3-venv");
    assertThat(said.err()).contains("the same command goes on");
  }

  @Test
  void withoutTheVenvModulePullSaysWhatToInstall() throws IOException {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path python =
        Files.writeString(
            bin.resolve("python3"),
            "#!/bin/sh\necho \"No module named 'ensurepip'\" >&2; exit 1\n");
    Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwxr-xr-x"));

    Said said = pullWithPath(bin.toString());

    assertThat(said.code()).isEqualTo(5);
    assertThat(said.err()).contains("no venv module").contains("No module named 'ensurepip'");
    assertThat(said.err()).contains("python3-venv");
  }

  private Said pullWithPath(String path) {
    return CommandProcess.start(
            folder,
            List.of(),
            List.of(),
            Map.of("PATH", path, "CARRYOVER_HOME", folder.resolve("home").toString()),
            "models",
            "pull",
            "smollm2-135m")
        .await();
  }
}
