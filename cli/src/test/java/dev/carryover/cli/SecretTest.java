package dev.carryover.cli;

import static dev.carryover.cli.Services.PRICED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys come from the environment and go to the service alone, even where it repeats them. */
class SecretTest {
  private static final String KEY = "sk-9f27c1-not-to-be-seen";
  private static final String FORMATS = "{notes: {cap: 100%}}, kg-fixed";

  @TempDir private Path folder;
  private final Services services = new Services();

  @AfterEach
  void close() {
    services.close();
  }

  @Test
  void aKeyIsInNoFileAndNoMessageThoughTheServiceRepeatsIt() throws IOException {
    services.old.serve(echoing("loop-old"));
    services.next.serve(echoing("loop-new"));
    Path config = services.config(folder, "synthetic:nano?count=1", FORMATS, PRICED + keyed());

    Said doctor = command(KEY, "doctor", "-c", config);
    Said gate = command(KEY, "gate", "-c", config, "--out", "run", "--cache", "answers", "--json");

    assertThat(doctor.code()).as(doctor.err()).isZero();
    assertThat(doctor.out()).contains("greedy: my key is [THE_KEY]");
    assertThat(gate.code()).as(gate.err()).isEqualTo(3);
    assertThat(services.old.requests()).isNotEmpty();
    assertThat(CommandRuns.read(folder.resolve("run/observations.jsonl"))).contains("[THE_KEY]");
    assertNowhere();
  }

  @Test
  void aKeyThatIsRefusedOrEchoedInAnErrorIsNotShown() throws IOException {
    services.old.serve(LoopbackService.of(Kind.OPENAI).named("loop-old").demanding("another"));
    Path config = services.config(folder, "synthetic:nano?count=1", FORMATS, keyed());

    Said refused = command(KEY, "doctor", "-c", config);
    services.old.serve(LoopbackService.of(Kind.OPENAI).named("loop-old"));
    services.old.always(LoopbackBehaviour.error(400, "not for Bearer " + KEY));
    Said echoed = command(KEY, "gate", "-c", config, "--out", "run", "--cache", "answers");

    assertThat(refused.code()).isEqualTo(4);
    assertThat(refused.err())
        .contains("Incorrect API key provided: Bearer [THE_KEY]")
        .contains("put a key that it takes into THE_KEY");
    assertThat(echoed.code()).isEqualTo(4);
    assertThat(echoed.err()).contains("not for Bearer [THE_KEY]");
    assertNowhere();
  }

  @Test
  void aKeyWrittenWhereItsVariableShouldStandIsNotRepeated() throws IOException {
    Path config =
        services.config(folder, "synthetic:nano?count=1", FORMATS, "key: '" + KEY + "', ");

    Said said = command(KEY, "doctor", "-c", config);

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("'key' is the name of the variable").doesNotContain(KEY);
  }

  private static String keyed() {
    return "key: THE_KEY, ";
  }

  /** A service that demands the key and then says it in every answer. */
  private static LoopbackService echoing(String model) {
    return LoopbackService.of(Kind.LLAMA_CPP)
        .named(model)
        .weights(model + "-" + KEY)
        .demanding(KEY)
        .answering(prompt -> "my key is " + KEY);
  }

  private Said command(String key, Object... words) {
    return CommandProcess.start(folder, List.of(), List.of(), Map.of("THE_KEY", key), words)
        .await();
  }

  /** Neither in a file below the folder, which holds what the commands said, nor in a name. */
  private void assertNowhere() throws IOException {
    List<Path> holding = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        if (text.contains(KEY) || file.toString().contains(KEY)) {
          holding.add(file);
        }
      }
    }
    assertThat(holding).isEmpty();
  }
}
