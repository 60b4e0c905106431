package dev.carryover.cli.nano;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.models.nano.NanoGrammar;
import dev.carryover.models.nano.NanoVocabulary;
import dev.carryover.models.nano.training.Examiner;
import dev.carryover.models.nano.training.Examiner.Mark;
import dev.carryover.models.nano.training.Lessons.Lesson;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.load.HuggingFaceFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the shipped models can do, on questions that no training saw. The floors lie below the
 * figures of their training logs by what the small samples may cost.
 */
class ShippedNanoModelsTest {
  private static final int DOCUMENTS = 12;
  private static final List<String> FILES =
      List.of("config.json", "model.safetensors", "tokenizer.json", "nano.json", "training.json");

  @TempDir private Path folder;

  private Path unpacked(String name) {
    try {
      Path to = Files.createDirectories(folder.resolve(name));
      for (String file : FILES) {
        try (InputStream in = NanoGrammar.class.getResourceAsStream(name + "/" + file)) {
          assertThat(in).as("%s of %s", file, name).isNotNull();
          Files.copy(in, to.resolve(file));
        }
      }
      return to;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static NanoVocabulary vocabulary(String name) {
    return Preset.named(name).vocabulary(SyntheticLessons.grammar());
  }

  private Map<String, Mark> examine(String name, List<Lesson> lessons) {
    try (Transformer model = HuggingFaceFolder.load(name, unpacked(name), Hardware.CPU)) {
      return new Examiner(model.decoder(), vocabulary(name)).examine(lessons);
    }
  }

  private static void assertRight(Map<String, Mark> marks, String family, double floor) {
    Mark mark = marks.getOrDefault(family, new Mark(0, 0, 0));
    assertThat(mark.asked()).as("%s asked", family).isGreaterThanOrEqualTo(10);
    assertThat(mark.accuracy()).as("%s of %s", family, marks).isGreaterThanOrEqualTo(floor);
  }

  @ParameterizedTest
  @CsvSource({"nano-1", "nano-1-tuned", "nano-2"})
  void with32SentencesInViewNamesAndCodesThatTrainingNeverShowedAreRead(String name) {
    Map<String, Mark> marks = examine(name, Examinations.lessons(DOCUMENTS, 32, false));

    assertRight(marks, "direct", 0.9);
    assertRight(marks, "latest", 0.8);
    assertRight(marks, "alias", 0.8);
    assertRight(marks, "two-step", 0.6);
    assertRight(marks, "contradiction", 0.9);
    assertRight(marks, "unknown", 0.85);
  }

  @Test
  void withoutTheEvidenceTheAnswerIsUnknown() {
    assertRight(examine("nano-1", Examinations.removed(DOCUMENTS, 16)), "direct", 0.85);
  }

  @Test
  void changedEvidenceChangesTheAnswer() {
    assertRight(examine("nano-1", Examinations.changed(DOCUMENTS, 16)), "direct", 0.9);
  }

  @Test
  void withoutADocumentNothingIsKnown() {
    List<Lesson> absent =
        Examinations.lessons(DOCUMENTS, 16, false).stream()
            .map(lesson -> new Lesson("", lesson.exercises()))
            .toList();

    examine("nano-1", absent)
        .forEach(
            (family, mark) ->
                assertThat(mark.right())
                    .as(family)
                    .isEqualTo(family.equals("unknown") ? mark.asked() : 0));
  }

  @ParameterizedTest
  @CsvSource({"nano-1", "nano-1-tuned", "nano-2"})
  void aModelSpeaksTheLanguageOfTheHistoriesAndIsSmall(String name) throws IOException {
    Path model = unpacked(name);

    assertThat(NanoGrammar.parse(Files.readString(model.resolve("nano.json"))))
        .isEqualTo(SyntheticLessons.grammar());
    assertThat(Files.size(model.resolve("model.safetensors"))).isLessThan(5_000_000);
    try (Transformer loaded = HuggingFaceFolder.load(name, model, Hardware.CPU)) {
      NanoVocabulary vocabulary = vocabulary(name);
      int[] all = IntStream.range(3, vocabulary.tokens().size()).toArray();
      String text = vocabulary.decode(IntStream.of(all).boxed().toList());
      assertThat(loaded.tokens().encode(text)).isEqualTo(vocabulary.encode(text));
    }
  }

  @Test
  void theSilentUpgradeChangesTheWeightsAndNothingElse() throws IOException {
    Path old = unpacked("nano-1");
    Path tuned = unpacked("nano-1-tuned");
    Path other = unpacked("nano-2");

    for (String file : List.of("config.json", "tokenizer.json", "nano.json")) {
      assertThat(tuned.resolve(file)).hasSameBinaryContentAs(old.resolve(file));
    }
    assertThat(Files.mismatch(tuned.resolve(FILES.get(1)), old.resolve(FILES.get(1))))
        .isNotNegative();
    assertThat(Files.mismatch(other.resolve("config.json"), old.resolve("config.json")))
        .isNotNegative();
    assertThat(Files.mismatch(other.resolve("tokenizer.json"), old.resolve("tokenizer.json")))
        .isNotNegative();
  }
}
