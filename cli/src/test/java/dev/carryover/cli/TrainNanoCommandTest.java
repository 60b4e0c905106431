package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.files;
import static dev.carryover.cli.CommandRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trains models that are too small, and too briefly, to learn anything. */
class TrainNanoCommandTest {
  @TempDir private Path folder;

  private static Said train(Path out, Object... more) {
    List<Object> words = new ArrayList<>(List.of("models", "train-nano", "--out", out));
    words.addAll(List.of("--tokens", 4_000, "--layers", 1, "--inner", 8, "--documents", 1));
    words.addAll(List.of(more));
    return run(words.toArray());
  }

  @Test
  void aModelIsTrainedExaminedAndWritten() {
    Said said = train(folder.resolve("a"));

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(files(folder.resolve("a")))
        .containsExactly(
            "config.json", "model.safetensors", "nano.json", "tokenizer.json", "training.json");
    assertThat(said.err()).contains("M tokens of 0.00", "loss: direct").doesNotContain("\u001b");
    assertThat(said.out())
        .contains("names and codes held out, 32 sentences", "document absent", "two-step")
        .contains("Wrote nano-1 to " + folder.resolve("a"));
  }

  @Test
  void equalSettingsGiveEqualFilesAndAnotherSeedOtherWeights() throws IOException {
    train(folder.resolve("a"), "-q");
    train(folder.resolve("b"), "-q");
    train(folder.resolve("c"), "-q", "--seed", 9);

    for (String file : files(folder.resolve("a"))) {
      assertThat(folder.resolve("b").resolve(file))
          .hasSameBinaryContentAs(folder.resolve("a").resolve(file));
    }
    assertThat(Files.mismatch(weights("a"), weights("c"))).isNotNegative();
    assertThat(folder.resolve("c").resolve("tokenizer.json"))
        .hasSameBinaryContentAs(folder.resolve("a").resolve("tokenizer.json"));
  }

  private Path weights(String name) {
    return folder.resolve(name).resolve("model.safetensors");
  }

  @Test
  void aModelThatIsThereIsNotTrainedAgainAndNoOtherTakesItsPlace() throws IOException {
    train(folder.resolve("a"), "-q");
    byte[] before = Files.readAllBytes(weights("a"));

    Said again = train(folder.resolve("a"));
    Said other = train(folder.resolve("a"), "--seed", 9);

    assertThat(again.code()).isZero();
    assertThat(again.out()).contains("is there already");
    assertThat(other.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(other.err()).contains("--out", "holds another model");
    assertThat(weights("a")).hasBinaryContent(before);
  }

  @Test
  void theTunedModelGoesOnFromTheOtherWithItsTokenizer() throws IOException {
    train(folder.resolve("a"), "-q");

    Said alone = train(folder.resolve("b"), "nano-1-tuned");
    Said tuned = train(folder.resolve("c"), "nano-1-tuned", "--from", folder.resolve("a"));

    assertThat(alone.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(alone.err()).contains("--from", "goes on from nano-1");
    assertThat(tuned.code()).as(tuned.err()).isZero();
    assertThat(folder.resolve("c").resolve("tokenizer.json"))
        .hasSameBinaryContentAs(folder.resolve("a").resolve("tokenizer.json"));
    assertThat(folder.resolve("c").resolve("config.json"))
        .hasSameBinaryContentAs(folder.resolve("a").resolve("config.json"));
    assertThat(Files.mismatch(weights("a"), weights("c"))).isNotNegative();
  }

  @Test
  void aFileInPlaceOfTheFolderIsRefused() throws IOException {
    Said said = train(Files.createFile(folder.resolve("file")));

    assertThat(said.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(said.err()).contains("--out", "is no folder", "name a folder");
  }

  @Test
  void weightsOfAnotherShapeAreRefused() {
    train(folder.resolve("a"), "-q");

    Said said =
        run(
            "models",
            "train-nano",
            "nano-1-tuned",
            "--from",
            folder.resolve("a"),
            "--out",
            folder.resolve("b"));

    assertThat(said.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(said.err()).contains("another shape");
  }

  @Test
  void nonsenseIsRefusedWithTheRemedy() {
    Said unknown = train(folder.resolve("a"), "nano-9");
    Said none = train(folder.resolve("a"), "--tokens", 0);
    Said missing = train(folder.resolve("a"), "nano-1-tuned", "--from", folder.resolve("no"));

    assertThat(unknown.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(unknown.err()).contains("'nano-9'", "nano-1, nano-1-tuned, nano-2");
    assertThat(none.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(missing.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(missing.err()).contains("config.json");
  }

  @Test
  void aCheckpointThatIsNoneIsRefusedWithTheRemedy() throws IOException {
    Path out = Files.createDirectories(folder.resolve("a"));
    Files.writeString(out.resolve("training.checkpoint"), "hello");

    Said said = train(out);

    assertThat(said.code()).isEqualTo(ExitCodes.STOPPED);
    assertThat(said.err()).contains("training.checkpoint", "delete it to begin anew");
  }
}
