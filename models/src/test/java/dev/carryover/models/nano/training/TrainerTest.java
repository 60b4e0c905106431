package dev.carryover.models.nano.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.spi.SourceException;
import dev.carryover.models.nano.NanoGrammar;
import dev.carryover.models.nano.NanoVocabulary;
import dev.carryover.models.nano.training.Lessons.Exercise;
import dev.carryover.models.nano.training.Lessons.Lesson;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.load.HuggingFaceFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainerTest {
  private static final NanoGrammar GRAMMAR =
      new NanoGrammar(
          List.of("badge", "vault"),
          List.of("lead"),
          List.of("audit"),
          List.of("Ba", "Da", "Ga"),
          List.of("ban", "dan", "gan"),
          List.of("A2", "B3", "C4"),
          List.of("2S", "3T", "4U"),
          List.of("?", ".", "unknown", "has"),
          Map.of("direct", List.of("? {entity} {attribute}")));
  private static final NanoVocabulary VOCABULARY = NanoVocabulary.of(GRAMMAR);

  /** One fact and one question, in a language of 54 facts. */
  private static final Lessons FACTS =
      (number, wish) -> {
        String name =
            GRAMMAR.nameStarts().get(number % 3) + GRAMMAR.nameEnds().get(number / 3 % 3);
        String attribute = GRAMMAR.attributes().get(number / 9 % 2);
        String code =
            GRAMMAR.codeStarts().get(number / 18 % 3) + GRAMMAR.codeEnds().get(number / 54 % 3);
        return new Lesson(
            name + " has " + attribute + " " + code + " .",
            List.of(new Exercise("direct", "? " + name + " " + attribute, code)));
      };

  private static final List<Lesson> EXAM = List.of(FACTS.lesson(1, wish()), FACTS.lesson(2, wish()));

  @TempDir private Path folder;

  private static Lessons.Wish wish() {
    return new Lessons.Wish(1, Recipe.USUAL_MIX, false);
  }

  private static Recipe recipe(long seed, long tokens) {
    return new Recipe(
        Recipe.nano(1, 16, VOCABULARY.tokens().size()),
        seed,
        tokens,
        Recipe.USUAL_MIX,
        Recipe.USUAL_MATRIX_RATE,
        Recipe.USUAL_RATE,
        true);
  }

  private Trainer trainer(Recipe recipe, String checkpoint) {
    return new Trainer(
        recipe, VOCABULARY, FACTS, Optional.empty(), folder.resolve(checkpoint));
  }

  /** Keeps what it hears; stops after so many points. */
  private record Heard(List<Curve.Point> points, int most) implements Trainer.Listener {
    @Override
    public void begins(long tokens) {}

    @Override
    public void level(int level, long tokens) {}

    @Override
    public void reached(Curve.Point point) {
      points.add(point);
      if (points.size() == most) {
        throw new IllegalStateException("stopped");
      }
    }
  }

  private static Heard heard() {
    return new Heard(new ArrayList<>(), Integer.MAX_VALUE);
  }

  /** The folder of a trained model. */
  private Path trained(Recipe recipe, String name) {
    try (Trainer trainer = trainer(recipe, name + ".checkpoint")) {
      trainer.train(EXAM, heard());
      return written(trainer, name);
    }
  }

  private Path written(Trainer trainer, String name) {
    try {
      Path model = Files.createDirectories(folder.resolve(name));
      trainer.write(model, "tiny", "random", GRAMMAR, List.of());
      return model;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertSame(Path model, Path other) {
    for (String file : List.of("model.safetensors", "training.json", "tokenizer.json")) {
      assertThat(model.resolve(file)).hasSameBinaryContentAs(other.resolve(file));
    }
  }

  private static float[] norm(Path model) {
    return Trainer.weights(model, recipe(1, 1).geometry())
        .getOrDefault("model.norm.weight", new float[0]);
  }

  @Test
  void theLossFalls() {
    Heard heard = heard();
    try (Trainer trainer = trainer(recipe(1, 30_000), "a")) {
      trainer.train(EXAM, heard);
    }

    List<Double> losses = heard.points().stream().map(p -> p.loss().get("direct")).toList();
    assertThat(losses).hasSizeGreaterThanOrEqualTo(8);
    assertThat(losses.get(losses.size() - 1)).isLessThan(0.7 * losses.get(0));
  }

  @Test
  void equalSettingsGiveEqualWeights() {
    Path model = trained(recipe(1, 6_000), "a");

    assertSame(trained(recipe(1, 6_000), "b"), model);
    assertThat(norm(trained(recipe(2, 6_000), "c"))).isNotEqualTo(norm(model));
  }

  @Test
  void anInterruptedTrainingGoesOnAsIfNothingHadHappened() {
    Recipe recipe = recipe(1, 20_000);
    Path whole = trained(recipe, "whole");
    try (Trainer trainer = trainer(recipe, "parts")) {
      Heard stopping = new Heard(new ArrayList<>(), 3);
      assertThatThrownBy(() -> trainer.train(EXAM, stopping)).hasMessage("stopped");
    }

    Heard rest = heard();
    try (Trainer trainer = trainer(recipe, "parts")) {
      trainer.train(EXAM, rest);
      assertSame(written(trainer, "resumed"), whole);
    }
    assertThat(rest.points()).hasSizeGreaterThanOrEqualTo(5);
  }

  private void stoppedAtOnce(Recipe recipe, String checkpoint) {
    try (Trainer trainer = trainer(recipe, checkpoint)) {
      Heard stopping = new Heard(new ArrayList<>(), 1);
      assertThatThrownBy(() -> trainer.train(EXAM, stopping)).hasMessage("stopped");
    }
  }

  @Test
  void theCheckpointOfAnotherTrainingIsRefused() {
    stoppedAtOnce(recipe(1, 6_000), "a");

    assertThatThrownBy(() -> trainer(recipe(2, 6_000), "a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another training")
        .hasMessageContaining("delete it");
  }

  @Test
  void aDamagedCheckpointIsRefused() throws IOException {
    Recipe recipe = recipe(1, 6_000);
    stoppedAtOnce(recipe, "a");
    byte[] bytes = Files.readAllBytes(folder.resolve("a"));
    for (int length : new int[] {0, 3, 7, 100, bytes.length / 2, bytes.length - 1}) {
      Files.write(folder.resolve("b"), Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> trainer(recipe, "b"))
          .as("%d bytes", length)
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("delete it to begin anew");
    }
    bytes[4] = Byte.MAX_VALUE;
    Files.write(folder.resolve("b"), bytes);
    assertThatThrownBy(() -> trainer(recipe, "b")).isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void whatIsWrittenIsAModelThatLoadsAndWordsThatItKnows() throws IOException {
    Path model = trained(recipe(1, 3_000), "a");

    assertThat(folder.resolve("a.checkpoint")).doesNotExist();
    assertThat(TrainingLog.trainingIn(model)).isPresent();
    assertThat(TrainingLog.trainingIn(folder)).isEmpty();
    assertThat(NanoGrammar.parse(Files.readString(model.resolve("nano.json")))).isEqualTo(GRAMMAR);
    try (Transformer loaded = HuggingFaceFolder.load("tiny", model, Hardware.CPU)) {
      String text = "<bos> Dadan has vault B32S . ? Gagan xyz Bab";
      assertThat(loaded.tokens().encode(text)).isEqualTo(VOCABULARY.encode(text));
      assertThat(loaded.tokens().decode(VOCABULARY.encode("B32S ."))).isEqualTo("B32S .");
      assertThat(loaded.tokens().beginning()).hasValue(VOCABULARY.number("<bos>"));
      assertThat(loaded.tokens().size()).isEqualTo(loaded.geometry().vocabulary());
    }
  }

  @Test
  void anotherTrainingGoesOnFromItsWeights() {
    Path model = trained(recipe(1, 6_000), "a");
    Optional<Map<String, float[]>> weights =
        Optional.of(Trainer.weights(model, recipe(1, 1).geometry()));
    Path checkpoint = folder.resolve("b.checkpoint");
    try (Trainer trainer = new Trainer(recipe(5, 6_000), VOCABULARY, FACTS, weights, checkpoint)) {
      assertThat(norm(written(trainer, "untrained"))).isEqualTo(norm(model));
      trainer.train(EXAM, heard());
      assertThat(norm(written(trainer, "b"))).isNotEqualTo(norm(model));
    }
  }

  @Test
  void weightsOfAnotherShapeAreRefused() {
    Path model = trained(recipe(1, 3_000), "a");

    assertThatThrownBy(
            () -> Trainer.weights(model, Recipe.nano(2, 16, VOCABULARY.tokens().size())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another shape");
    assertThatThrownBy(() -> Trainer.weights(folder.resolve("none"), recipe(1, 1).geometry()))
        .isInstanceOf(SourceException.class);
  }
}
