package dev.carryover.models.semantic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.BagOfWordsEmbedder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class SemanticReaderTest {
  private static ReaderModel reader;

  @BeforeAll
  static void create() {
    reader = provider().create(Settings.NONE, ModelContext.of(2));
  }

  @AfterAll
  static void close() {
    reader.close();
  }

  private static ReaderProvider provider() {
    return Plugins.named(ReaderProvider.class, "reader", "extractive-2");
  }

  private static String ask(String question, String... passages) {
    return reader.answer(new Question(question), List.of(passages)).text();
  }

  @Test
  void isFoundByItsNameAndItsIdentityNamesTheEmbedder() {
    assertThat(reader.identity().name()).isEqualTo("extractive-2");
    assertThat(reader.identity().facts()).containsEntry("embedder", "all-minilm-l6-v2-q");
  }

  @Test
  void refusesSettingsThatItCannotUse() {
    assertThatThrownBy(
            () -> provider().create(Settings.of(Map.of("beam", "4")), ModelContext.of(1)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("embedder");
    assertThatThrownBy(
            () -> provider().create(Settings.of(Map.of("embedder", "glove")), ModelContext.of(1)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("bge-small-en-v1.5-q");
  }

  @Test
  void ofValuesInTheSameWordsTheLatestWins() {
    assertThat(
            ask(
                "What is the code of the north gate?",
                "[2025-03-02] The code of the north gate is 7711.",
                "[2025-05-02] The code of the north gate is 7722.",
                "[2025-04-02] The code of the north gate is 7733."))
        .isEqualTo("7722");
    assertThat(
            ask(
                "What is the code of the north gate?",
                "The code of the north gate is 7711.",
                "The code of the north gate is 7733."))
        .isEqualTo("7733");
  }

  @Test
  void aSentenceWithoutACodeLeadsOn() {
    String[] texts = {
      "Nora Beck's badge number is QX4410.",
      "Piet Lind's badge number is QX4420.",
      "The Heron team is led by Piet Lind.",
      "Wren is another name for Nora Beck."
    };

    assertThat(ask("What is Wren's badge number?", texts)).isEqualTo("QX4410");
    assertThat(ask("What is the badge number of the person who leads the Heron team?", texts))
        .isEqualTo("QX4420");
  }

  @Test
  void theSentenceBeforeSaysWhoAPronounMeans() {
    assertThat(
            ask(
                "What is Nora Beck's badge number?",
                "Nora Beck was here. Her badge number is QX4410.",
                "Piet Lind was here. His badge number is QX4420."))
        .isEqualTo("QX4410");
  }

  @Test
  void aCodeOfTheQuestionIsNoAnswer() {
    assertThat(ask("Who has badge number QX4410?", "Nora Beck has badge number QX4410."))
        .isEqualTo("unknown");
  }

  @Test
  void aWordIsEmbeddedOnceWhateverSaysIt() {
    CountingEmbedder counting = new CountingEmbedder();
    SemanticReader counted = new SemanticReader(counting, Thresholds.CALIBRATED);

    for (String number : List.of("QX4410", "QX4420", "QX4430")) {
      counted.answer(
          new Question("What is Nora's badge number?"),
          List.of("Nora's badge number is " + number + ".", "Piet's badge number is QX4440."));
    }

    assertThat(counting.texts).doesNotHaveDuplicates().contains("badge", "number", "nora");
    assertThat(counting.texts).noneMatch(text -> text.contains(" ") || text.contains("44"));
  }

  /** Notes what it embeds. */
  private static final class CountingEmbedder implements Embedder {
    private final Embedder words = new BagOfWordsEmbedder("bag", 64, 3);
    private final List<String> texts = new ArrayList<>();

    @Override
    public EmbedderIdentity identity() {
      return words.identity();
    }

    @Override
    public List<float[]> embed(List<String> given, Purpose purpose) {
      given.forEach(text -> texts.add(text + (purpose == Purpose.QUERY ? " (query)" : "")));
      return words.embed(given, purpose);
    }
  }
}
