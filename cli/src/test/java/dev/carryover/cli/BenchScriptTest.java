package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code bench/carryover.sh}, with the command that is under test behind it. */
@DisabledOnOs(OS.WINDOWS)
class BenchScriptTest {
  private static final int QUESTIONS = 300;
  private static final Pattern ITEM = Pattern.compile("Item \\d+\\.");

  @TempDir private Path folder;
  private final LoopbackModelServer server =
      LoopbackModelServer.open(LoopbackService.of(LoopbackService.Kind.OPENAI));
  private final List<String> items =
      IntStream.range(0, QUESTIONS).mapToObj("Item %d."::formatted).toList();

  @BeforeEach
  void makeASkeleton() throws IOException {
    Path home = Files.createDirectories(folder.resolve("check out/bench"));
    executable(home.resolve("carryover.sh"), read(benchScript()));
    executable(
        home.resolveSibling("carryover"),
        """
        #!/bin/sh
        exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                Carryover.class.getName()));
    StringBuilder lines = new StringBuilder();
    for (String item : items) {
      lines.append(
          "{\"question\": \"%s Say \\\"4821\\\".\", \"answer\": \"4821\"}\n".formatted(item));
    }
    write(folder.resolve("samples.jsonl"), lines.toString());
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void everyQuestionIsAskedOnceAndNoneAgain() {
    Said first = run("out");

    assertThat(first.code()).as(first.err()).isZero();
    assertThat(asked()).containsExactlyInAnyOrderElementsOf(items);
    assertThat(observations("out"))
        .hasSize(QUESTIONS)
        .allMatch(line -> line.contains("\"mark\":\"correct\""));
    assertThat(server.peakInFlight()).isGreaterThan(8);

    assertThat(run("out").code()).as("from the journal").isZero();
    assertThat(run("other", "--cache", folder.resolve("out/answers").toString()).code())
        .as("from the kept answers")
        .isZero();
    assertThat(asked()).hasSize(QUESTIONS);
    assertThat(observations("other")).hasSize(QUESTIONS);
  }

  @Test
  void afterAKillOnlyWhatIsMissingIsAsked() {
    server.always(LoopbackBehaviour.delayed(Duration.ofMillis(40)));
    CommandProcess process = start("out");
    while (asked().size() < QUESTIONS / 2 && process.isAlive()) {
      Thread.onSpinWait();
    }
    process.kill();
    process.await();
    int before = asked().size();

    Said resumed = run("out");

    assertThat(before).as("it was killed on its way").isLessThan(QUESTIONS);
    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(asked()).containsAll(items);
    assertThat(asked().size() - QUESTIONS)
        .as("asked twice is only what was in flight")
        .isLessThanOrEqualTo(64);
    assertThat(observations("out")).hasSize(QUESTIONS);
  }

  private Said run(String out, String... more) {
    return start(out, more).await();
  }

  private CommandProcess start(String out, String... more) {
    return CommandProcess.script(
        folder,
        Stream.concat(
                Stream.of(
                    folder.resolve("check out/bench/carryover.sh").toString(),
                    "samples",
                    server.v1(),
                    out),
                Stream.of(more))
            .toList());
  }

  /** The items that the server was asked about, in the order of arrival. */
  private List<String> asked() {
    return server.requests("/v1/chat/completions").stream()
        .map(request -> ITEM.matcher(request.body()).results().findFirst())
        .flatMap(Optional::stream)
        .map(MatchResult::group)
        .toList();
  }

  private List<String> observations(String out) {
    return read(folder.resolve(out).resolve("run/observations.jsonl"))
        .lines()
        .filter(line -> line.startsWith("{\"cell\""))
        .toList();
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    assertThat(write(file, text).toFile().setExecutable(true)).isTrue();
  }

  private static Path benchScript() {
    Path module = Path.of("").toAbsolutePath();
    return module.resolveSibling("bench").resolve("carryover.sh");
  }
}
