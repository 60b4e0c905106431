package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command says about itself, and to those who mistype. */
class HelpTest {
  @Test
  void theCommandNamesItsCommandsAndExitCodes() {
    Said said = run("--help");

    assertThat(said.code()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(said.out())
        .contains("demo", "init", "doctor", "gate", "report", "fixtures", "generate-completion")
        .contains("cache", "models", "study", "screen", "calibrate")
        .contains("0 preserved, 1 regressed, 3 inconclusive or not measurable")
        .contains("2 usage or configuration, 4 pre-flight found something, 5 stopped");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gate | -c, --config=FILE --histories=SOURCE --out=DIR --store=SOURCE --rollout=PLAN"
            + " --against=WHAT --margin=X --seed=N --parallel=N --json -q, --quiet --color=WHEN"
            + " --skip-bad --force-same-shape Examples: | 0 preserved, 1 regressed, 3 inconclusive",
        "screen | -c, --config=FILE --calibration=FILE --baseline=RUN --out=DIR --json Examples:"
            + " | 0 one or more go on, 1 all stopped, 3 cannot tell",
        "calibrate | RUN --to=FILE --seed=N --force | 0 written",
        "doctor | -c, --config=FILE --histories=SOURCE --store=SOURCE -q, --quiet | 0 all is well",
        "demo | --upgrade=WHAT --out=DIR --json -q, --quiet --color=WHEN | 0 whatever the verdict",
        "init | FILE --force | 0 written",
        "report | RUN --json --color=WHEN | 0 whatever the verdict",
        "fixtures | generate show | 0 done",
        "fixtures generate | SOURCE --to=DIR --skip-bad | 0 done",
        "cache | verify | 0 done",
        "cache verify | DIR | 0 done, also where damaged entries were set apart",
        "models | list pull serve train-nano | 0 done",
        "models list | --from=DIR | 0 done",
        "models pull | NAME --to=DIR -q, --quiet | 0 done",
        "models serve | NAME --from=DIR --port=N --context=N --parallel=N --threads=N --slots=DIR"
            + " | 0 interrupted",
        "study | NAME --model=MODEL --out=DIR --seed=N -s, --set=KEY=VALUE --json -q, --quiet"
            + " | 0 done, 3 not measurable",
        "models train-nano | NAME --out=DIR --seed=N --from=DIR --tokens=N --layers=N --inner=N"
            + " --documents=N -q, --quiet | 0 trained",
        "fixtures show | SOURCE --history=ID --skip-bad | 0 done",
        "repair | plan apply | 0 done",
        "repair plan | -c, --config=FILE --target=X --sample=N --prices=FILE --no-history --dry-run"
            + " --max-cost=DOLLARS --json Examples: | 0 the target can be reached, 3 nothing",
        "repair apply | -c, --config=FILE --method=METHOD --effort=PERCENT --to=DIR --swap --store=SOURCE"
            + " --dry-run --max-cost=DOLLARS --json Examples: | 0 repaired, 3 some repairs failed",
        "plan | lock | 0 done",
        "plan lock | -c, --config=FILE --diagnosis --study NAME -s, --set=KEY=VALUE --out=DIR"
            + " --seed=N git verify-tag | 0 locked",
      })
  void everyCommandExplainsItsOptionsAndItsExitCodes(String command, String words, String codes) {
    Said said = run((Object[]) (command + " --help").split(" "));

    assertThat(said.code()).isZero();
    assertThat(said.out()).contains("Usage: carryover " + command).contains(words.split(" "));
    assertThat(said.out()).contains("Exit codes: " + codes).contains("2 ");
    assertThat(said.out().lines()).allMatch(line -> line.length() <= 96);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gaet -c x | 'gaet' | Did you mean: carryover gate",
        "doktor | 'doktor' | Did you mean: carryover doctor",
        "gate -c x --hisotries y | '--hisotries' | --histories",
        "gate -c x --outt y | '--outt' | --out",
        "gate --json | Missing required option: '--config=FILE' | Try 'carryover gate --help'",
        "plan lock | '--study=NAME' | Try 'carryover plan lock --help'",
        "plan lock -c x -s k=v | '--set' has no place without '--study' | plan lock --help",
        "plan lock --study y --margin 1 | '--margin' has no place beside '--study' | plan lock",
        "gate -c | Missing required parameter for option '--config' | Try 'carryover gate --help'",
        "gate -c x --parallel many | 'many' is not an int | Try 'carryover gate --help'",
        "gate -c x --color pink | '--color' | ALWAYS",
        "gate -c x y | 'y' | Try 'carryover gate --help'",
        "report | 'RUN' | Try 'carryover report --help'",
        "fixtures shwo x | 'shwo' | show",
        "fixtures generate x | '--to=DIR' | Try 'carryover fixtures generate --help'",
      })
  void aMistakeIsNamedWithAHintInAFewLines(String line, String named, String hint) {
    Said said = run((Object[]) line.split(" "));

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).startsWith("error: ").contains(named).contains(hint);
    assertThat(said.err().lines().count()).isLessThanOrEqualTo(4);
    assertThat(said.err()).doesNotContain("Exception").doesNotContain("\tat ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fixtures", "cache", "models"})
  void aCommandThatNeedsAnotherShowsWhatThereIs(String line) {
    Said said = line.isEmpty() ? run() : run(line);

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).contains("Usage: carryover").contains("Commands:");
  }

  @Test
  void theVersionIsThatOfTheBuild() {
    assertThat(run("--version").out().strip())
        .matches("carryover \\d+\\.\\d+\\.\\d+\\S*( \\(.+\\))?");
  }

  @Test
  void shellsCanComplete() {
    Said said = run("generate-completion");

    assertThat(said.code()).isZero();
    assertThat(said.out()).contains("complete -F _complete_carryover").contains("--histories");
  }
}
