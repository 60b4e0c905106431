package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a terminal sees, and what a file or a pipe does. */
class TerminalTest {
  private static final String COLOUR = "\u001b[1;";

  /** What the launcher says where both streams are terminals. */
  private static final List<String> TERMINALS =
      List.of("-Dcarryover.stdout.terminal=true", "-Dcarryover.stderr.terminal=true");

  @TempDir private static Path shared;
  private static Path run = Path.of("");
  private static Path config = Path.of("");

  @TempDir private Path folder;

  @BeforeAll
  static void gateOnce() {
    config =
        write(
            shared.resolve("up.yaml"),
            """
            name: up
            histories: synthetic:nano?count=2
            formats: [rag]
            old: {model: overlap, embedder: bag-a}
            new: {model: overlap, embedder: bag-b}
            """);
    run = shared.resolve("run");
    run("gate", "-c", config, "--out", run, "-q");
  }

  @Test
  void aTerminalGetsColourUnlessNoColorIsSet() {
    assertThat(report(TERMINALS, Map.of()).out()).contains(COLOUR);
    assertThat(report(TERMINALS, Map.of("NO_COLOR", "1")).out()).doesNotContain("\u001b");
    assertThat(report(List.of(), Map.of()).out()).doesNotContain("\u001b");
  }

  @Test
  void anOptionThatAsksForColourGoesBeforeNoColor() {
    assertThat(report(List.of(), Map.of("NO_COLOR", "1"), "--color", "always").out())
        .contains(COLOUR);
    assertThat(report(TERMINALS, Map.of(), "--color", "never").out()).doesNotContain("\u001b");
  }

  @Test
  void progressIsWrittenOverOnATerminalAndInLinesElsewhere() {
    Said terminal =
        CommandProcess.start(
                folder, TERMINALS, "gate", "-c", config, "--out", folder.resolve("one"))
            .await();
    Said pipe =
        CommandProcess.start(
                folder, List.of(), "gate", "-c", config, "--out", folder.resolve("two"))
            .await();

    assertThat(terminal.err()).contains("\r\u001b[K").contains("100 %");
    assertThat(pipe.err()).doesNotContain("\r").doesNotContain("\u001b").contains("100 %");
  }

  @Test
  void aTraceIsShownOnlyWhereItIsAskedFor() {
    String[] wrong = {"report", folder.toString()};

    Said plain =
        CommandProcess.start(folder, List.of(), List.of(), Map.of(), (Object[]) wrong).await();
    Said traced =
        CommandProcess.start(
                folder, List.of(), List.of(), Map.of("CARRYOVER_TRACE", "1"), (Object[]) wrong)
            .await();

    assertThat(plain.code()).isEqualTo(2);
    assertThat(plain.err().strip().lines()).hasSize(1);
    assertThat(traced.code()).isEqualTo(2);
    assertThat(traced.err()).contains("\tat dev.carryover.");
  }

  private Said report(List<String> java, Map<String, String> environment, Object... more) {
    Object[] words = new Object[2 + more.length];
    words[0] = "report";
    words[1] = run;
    System.arraycopy(more, 0, words, 2, more.length);
    return CommandProcess.start(folder, List.of(), java, environment, words).await();
  }
}
