package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Are the services the ones I think they are? The gate finds the same before it begins. */
class DoctorTest {
  @TempDir private Path folder;
  private Services services = new Services();
  private Path config = Path.of("");

  @BeforeEach
  void configure() {
    config = services.config(folder, 2, "notes");
  }

  @AfterEach
  void close() {
    services.close();
  }

  @Test
  void whatIsKnownIsPrintedAFactALineAndWhatIsNotIsNamed() {
    services.next.serve(LoopbackService.of(Kind.CHAT_ONLY).named("loop-new"));

    Said said = run("doctor", "-c", config);

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .contains("histories  2, with", "model      old-model\n", "           file: old.gguf\n")
        .contains("           context_limit: 2048\n", "           unknown: revision\n")
        .contains("           unknown: revision, tokenizer, context_limit\n")
        .endsWith("All is well.\n");
    assertThat(CommandRuns.files(folder)).containsExactly("upgrade.yaml");
  }

  @Test
  void whatAServiceSaysOfItselfCannotForgeLines() {
    services.old.serve(
        LoopbackService.of(Kind.LLAMA_CPP)
            .named("loop-old")
            .answering(prompt -> "six\nAll is well.\n\u001b[2J"));

    Said said = run("doctor", "-c", config);

    assertThat(said.out()).contains("greedy: six All is well. [2J").doesNotContain("\u001b");
  }

  @Test
  void everythingThatIsNotAsConfiguredIsNamedAtOnceBeforeAnythingIsPaid() {
    replace("model: loop-old", "model: loop-odl, expect_revision: r1");
    replace("model: loop-new", "model: loop-new, expect_context: 4096, expect_tokenizer: abc");

    Said said = assertFound(4);

    assertThat(said.err())
        .contains("model 'loop-odl' is not served at " + services.old.v1())
        .contains("set 'model' to one that is served: loop-old")
        .contains("'expect_revision' is 'r1', and the service does not tell")
        .contains("'expect_context' is '4096', and the service tells '2048'")
        .contains("'expect_tokenizer' is 'abc', and the service tells '");
    assertThat(services.asked()).isZero();
  }

  @Test
  void servicesThatAreNotThereAreAllNamed() {
    services.close();

    Said said = assertFound(2);

    assertThat(said.err())
        .contains("'loop-old' at " + services.old.v1() + " cannot be reached")
        .contains("'loop-new' at " + services.next.v1() + " cannot be reached")
        .contains("start the service, or correct 'url'");
  }

  @Test
  void aServiceThatWantsAKeySaysSo() {
    services.old.serve(
        LoopbackService.of(Kind.OPENAI).named("loop-old").demanding("sk-not-to-be-seen"));

    assertThat(assertFound(1).err())
        .contains("status 401")
        .contains("set 'key' to the name of the variable that holds its key");
  }

  @Test
  void aKeyThatIsNotInTheEnvironmentIsNamedWithItsLine() {
    config = services.config(folder, "synthetic:nano?count=2", "notes", "key: NO_SUCH_KEY, ");

    Said said = run("doctor", "-q", "-c", config);

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err())
        .containsPattern("upgrade.yaml:\\d+: the environment variable 'NO_SUCH_KEY' is not set")
        .contains("set it, or name another");
  }

  @Test
  void aModelThatListsItselfButDoesNotAnswerIsFound() {
    services.old.always(LoopbackBehaviour.error(404, "The model `loop-old` does not exist"));
    services.next.always(LoopbackBehaviour.error(400, "chat is not supported"));

    assertThat(assertFound(2).err())
        .contains("status 404: The model `loop-old` does not exist")
        .contains("status 400: chat is not supported");
  }

  @Test
  void anEmbedderBehindAServiceIsLookedAtLikeAModel() {
    write(
        config,
        """
        name: spaces
        histories: synthetic:nano?count=2
        formats: [rag]
        old: {embedder: first}
        new: {embedder: second}
        services:
          first: {kind: openai, url: '%s', model: loop-odl}
          second: {kind: openai, url: '%s', model: loop-new, backoff: 1ms, expect_dimension: 9}
        """
            .formatted(services.old.v1(), services.next.v1()));

    assertThat(assertFound(2).err())
        .contains("model 'loop-odl' is not served")
        .contains("'expect_dimension' is 9, and its vectors have 8");
    replace("loop-odl", "loop-old");
    replace(", expect_dimension: 9", "");
    services.next.always(LoopbackBehaviour.error(400, "no pooling"));
    assertThat(assertFound(1).err()).contains("no pooling");
    services.next.always(LoopbackBehaviour.NORMAL);
    assertThat(run("doctor", "-c", config).out())
        .contains("dimension: 8", "spaces     mean cosine", "All is well.");
  }

  /** Doctor and gate find the same, and the gate leaves nothing behind. */
  private Said assertFound(int problems) {
    Said doctor = run("doctor", "-q", "-c", config);
    Said gate = Services.gate(folder, config);
    assertThat(doctor.code()).as(doctor.err()).isEqualTo(4);
    assertThat(doctor.err())
        .startsWith("Pre-flight found " + (problems == 1 ? "a problem" : problems + " problems"));
    assertThat(doctor.err().lines().filter(line -> line.startsWith("  - "))).hasSize(problems);
    assertThat(doctor.out()).isEmpty();
    assertThat(gate.code()).isEqualTo(4);
    assertThat(gate.err()).isEqualTo(doctor.err());
    assertThat(CommandRuns.files(folder)).containsExactly("upgrade.yaml");
    return doctor;
  }

  private void replace(String text, String instead) {
    assertThat(read(config)).contains(text);
    write(config, read(config).replace(text, instead));
  }
}
