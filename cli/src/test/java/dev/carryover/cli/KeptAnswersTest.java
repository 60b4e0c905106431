package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static dev.carryover.cli.Services.gate;
import static dev.carryover.cli.Services.withoutRun;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers that a run kept are used by the next, unless they are damaged. */
class KeptAnswersTest {
  @TempDir private Path folder;
  private final Services services = new Services();

  @AfterEach
  void close() {
    services.close();
  }

  @Test
  void oneDamagedAnswerIsSetApartAndAskedAgainAndTheRestIsUsed() {
    Path config = services.config(folder, 2, "{notes: {cap: 100%}}", "noise: 0", "instrument: 0");
    Path answers = folder.resolve("answers");
    Said first = gate(folder, config, "--json");
    long asked = services.askedForAnswers();
    Path segment = answers.resolve("000001.jsonl");
    List<String> lines = new ArrayList<>(read(segment).lines().toList());
    int line = lines.size() - 5;
    lines.set(line, lines.get(line).replaceFirst("\"text\":\".", "\"text\":\"?"));
    write(segment, String.join("\n", lines) + "\n");

    Said verified = run("cache", "verify", answers);
    Said second = gate(folder.resolve("second"), answers, config, "--json");
    Said after = run("cache", "verify", answers);

    assertThat(verified.code()).isZero();
    assertThat(verified.out())
        .contains((asked - 1) + " entries")
        .contains("damaged: 1, set apart, to be asked again:", "line " + (line + 1) + ",");
    assertThat(second.code()).isEqualTo(first.code());
    assertThat(withoutRun(second.out())).isEqualTo(withoutRun(first.out()));
    assertThat(services.askedForAnswers() - asked).as("asked again").isEqualTo(1);
    assertThat(after.out()).contains(asked + " entries", "damaged: 0", "set apart before: 1");
  }

  @Test
  void anotherModelUnderTheSameNameReadsNoneOfThem() {
    Path config = services.config(folder, 1, "{notes: {cap: 100%}}", "noise: 0", "instrument: 0");
    gate(folder, config);
    long asked = services.askedForAnswers();
    long old = Services.asked(services.old);
    services.next.serve(services.newWeights());

    Said said = gate(folder.resolve("second"), folder.resolve("answers"), config);

    assertThat(said.code()).as(said.err()).isEqualTo(3);
    assertThat(services.askedForAnswers() - asked).isGreaterThan(40);
    assertThat(Services.asked(services.old) - old)
        .as("the old model is asked what the new one's other notes make it asked")
        .isLessThan(40);
  }
}
