package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyCommandTest {
  private static final String[] SMALL = {
    "-s", "kinds=cache", "-s", "sizes=2", "-s", "groups=1", "-s", "sentences=3"
  };

  @TempDir Path folder;

  private static Said study(Path out, String... more) {
    Object[] words = new Object[4 + SMALL.length + more.length];
    words[0] = "study";
    words[1] = "composition";
    words[2] = "--out";
    words[3] = out;
    System.arraycopy(SMALL, 0, words, 4, SMALL.length);
    System.arraycopy(more, 0, words, 4 + SMALL.length, more.length);
    return run(words);
  }

  @Test
  void withoutANameTheStudiesAreListedWithTheirSettings() {
    Said said = run("study");
    assertThat(said.code()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(said.out())
        .contains("composition: Can memories that were made apart be put together?")
        .contains("cartridge-budget: ")
        .contains("  sizes=2,4,8  how many memories are put together");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "study compsition | unknown study 'compsition'; known are cartridge-budget, composition",
        "study composition -s size=2 | unknown setting 'size'; known are ",
        "study composition -s sizes=1 | 'sizes' is '1'; give whole numbers from 2 to 64",
        "study composition -s kinds=cash | 'kinds' is 'cash'; choose from cartridge, cache",
        "study composition -s groups=none | 'groups' is 'none'; give a whole number from 1",
        "study composition --model nano-7 | nano-7",
        "study cartridge-budget -s budgets=4096 | a budget of 4096 for a source of ",
        "study cartridge-budget -s histories=synthetic:nano?count=0 | 'count' is '0'",
        "study portability -s scale=tiny | 'scale' is 'tiny'",
        "study portability -c nowhere.yaml | 'nowhere.yaml' cannot be read",
        "study portability --max-cost much | --max-cost: is 'much'; give dollars, such as 2.50",
        "study notes-budget --dry-run | cannot tell beforehand what it asks services",
        "study portability --parallel 0 | --parallel: is 0; give at least 1",
        "study composition -s | Expected parameter for option '--set'",
      })
  void whatCannotBeUsedIsNamedWithARemedy(String line, String named) {
    Said said = run((Object[]) (line + " --out " + folder.resolve("run")).split(" "));
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).contains(named).doesNotContain("\tat ");
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void aStudyRunsGoesOnAndIsRenderedAgain() {
    Path out = folder.resolve("run");
    Said first = study(out);
    assertThat(first.err()).contains("100 %");
    assertThat(first.out()).contains("# Study composition", "| cache, 2 raw", "Report: ");
    String json = read(out.resolve("report").resolve("study.json"));

    Said again = study(out, "--json", "-q");
    assertThat(again.code()).isEqualTo(first.code());
    assertThat(again.err()).isEmpty();
    assertThat(again.out()).isEqualTo(json);

    assertThat(run("report", out, "--json").out()).isEqualTo(json);
    assertThat(study(out, "--seed", "2").code()).isEqualTo(2);
    assertThat(study(out, "--seed", "2").err()).contains("seed is 1 there and 2 now");
  }
}
