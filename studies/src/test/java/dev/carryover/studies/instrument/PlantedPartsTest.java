package dev.carryover.studies.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.Event;
import dev.carryover.core.Question;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts with planted faults, found by name as a migration file finds them. */
class PlantedPartsTest {
  private static final ModelContext CONTEXT = ModelContext.of(1);
  private static final String EMBEDDER = "all-minilm-l6-v2-q";

  @TempDir Path folder;

  private Settings planted(String of, String... texts) {
    Path file = folder.resolve("planted.txt");
    PlantedTexts.write(file, List.of(texts));
    return Settings.of(Map.of("of", of, "path", file.toString()));
  }

  private static Event event(int place, String text) {
    return new Event("e" + place, Optional.empty(), "Ann", text);
  }

  @Test
  void theWriterLeavesOutThePlantedEventsAndNoOthers() {
    List<Event> events =
        List.of(
            event(1, "The badge code of Mira Holt is A2MK87."),
            event(2, "The badge code of Anton Berg is F3MS69."));
    WriterModel writer =
        Plugins.named(WriterProvider.class, "model", "planted")
            .create(planted("extractive-1", events.get(0).text()), CONTEXT);

    assertThat(writer.notes(events, 10_000, 1_000, 1).content())
        .contains("F3MS69")
        .doesNotContain("A2MK87");
    assertThat(writer.notes(events.subList(0, 1), 10_000, 1_000, 1).content()).isEmpty();
  }

  @Test
  void theReaderGivesAnotherCodeOfTheSameFormToThePlantedQuestions() {
    Question planted = new Question("What is the badge code of Mira Holt?");
    Question other = new Question("What is the badge code of Anton Berg?");
    List<String> passages =
        List.of(
            "The badge code of Mira Holt is A2MK87.", "The badge code of Anton Berg is F3MS69.");
    ReaderModel reader =
        Plugins.named(ReaderProvider.class, "model", "planted")
            .create(planted("extractive-1", planted.text()), CONTEXT);

    assertThat(reader.answer(planted, passages).text()).isEqualTo("B3NL98");
    assertThat(reader.answer(other, passages).text()).isEqualTo("F3MS69");
  }

  @Test
  void theEmbedderRanksWhatIsAskedForLastAndAMirroredOneKeepsEveryDistance() {
    String question = "Who fixed the printer?";
    List<String> texts = List.of("Bea fixed the printer.", "It rained all morning.");
    Settings settings = planted(EMBEDDER, question);
    try (Embedder plain =
            Plugins.named(EmbedderProvider.class, "embedder", EMBEDDER)
                .create(Settings.NONE, CONTEXT);
        Embedder turned =
            Plugins.named(EmbedderProvider.class, "embedder", "planted").create(settings, CONTEXT);
        Embedder mirrored =
            Plugins.named(EmbedderProvider.class, "embedder", "planted")
                .create(settings.orElse(Map.of("mirrored", "true")), CONTEXT)) {
      double[] right = similarities(plain, texts, question);
      double[] wrong = similarities(turned, texts, question);
      assertThat(right[0]).isGreaterThan(right[1]);
      assertThat(wrong[0]).isCloseTo(-right[0], within(1e-6));
      assertThat(wrong[1]).isCloseTo(-right[1], within(1e-6));
      assertThat(similarities(mirrored, texts, question)).containsExactly(wrong, within(1e-6));
      assertThat(similarities(mirrored, texts, "What was the weather like?"))
          .containsExactly(similarities(plain, texts, "What was the weather like?"), within(1e-6));
      assertThat(mirrored.identity().fingerprint()).isNotEqualTo(turned.identity().fingerprint());
    }
  }

  private static double[] similarities(Embedder embedder, List<String> texts, String question) {
    float[] query = embedder.embed(List.of(question), Purpose.QUERY).get(0);
    return embedder.embed(texts, Purpose.DOCUMENT).stream()
        .mapToDouble(
            vector -> {
              double dot = 0;
              for (int i = 0; i < query.length; i++) {
                dot += (double) query[i] * vector[i];
              }
              return dot;
            })
        .toArray();
  }

  @Test
  void otherPlantedTextsAreAnotherModel() {
    ReaderProvider planted = Plugins.named(ReaderProvider.class, "model", "planted");
    String one = planted.create(planted("extractive-1", "a"), CONTEXT).identity().fingerprint();
    String other = planted.create(planted("extractive-1", "b"), CONTEXT).identity().fingerprint();
    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void aPartWithoutItsModelOrItsTextsIsRefused() throws IOException {
    WriterProvider planted = Plugins.named(WriterProvider.class, "model", "planted");
    assertThatThrownBy(() -> planted.create(Settings.of(Map.of("path", "x")), CONTEXT))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'of' is missing");
    assertThatThrownBy(
            () ->
                planted.create(
                    Settings.of(Map.of("of", "extractive-1", "path", folder + "/none")), CONTEXT))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("cannot be read");
    Path garbled = Files.writeString(folder.resolve("garbled.txt"), "0123\n");
    assertThatThrownBy(
            () ->
                planted.create(
                    Settings.of(Map.of("of", "extractive-1", "path", garbled.toString())), CONTEXT))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'0123', which is no SHA-256");
    assertThatThrownBy(() -> planted.create(planted("extractive-9"), CONTEXT))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("unknown model 'extractive-9'");
  }
}
