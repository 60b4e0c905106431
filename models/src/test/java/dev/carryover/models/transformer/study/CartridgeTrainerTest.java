package dev.carryover.models.transformer.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.Kept;
import dev.carryover.core.spi.StatefulModel.Study;
import dev.carryover.core.spi.StatefulModel.Warm;
import dev.carryover.core.spi.StopException;
import dev.carryover.models.transformer.TinyModels;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.state.CacheFile;
import dev.carryover.models.transformer.state.CacheFile.Loaded;
import dev.carryover.models.transformer.state.CacheHeader.Kind;
import dev.carryover.models.transformer.state.LocalStates;
import dev.carryover.models.transformer.state.PromptedTransformer;
import dev.carryover.models.transformer.state.TinyPrompt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CartridgeTrainerTest {
  private static final List<String> PASSAGES =
      List.of("w10 w11 w12 w13 w14", "w20 w21 w22 w23 w24 w25", "w30 w31 w32 w33 w34 w35 w36");

  /** The beginning, the words and a full stop between the passages. */
  private static final int TEXT_TOKENS = 21;

  @TempDir private Path folder;
  private Transformer model;
  private LocalStates states;
  private int made;

  @BeforeEach
  void load() {
    model = TinyModels.load("tiny-qwen2");
    states = states(model);
  }

  @AfterEach
  void close() {
    model.close();
  }

  private static LocalStates states(Transformer model) {
    return new LocalStates(
        new PromptedTransformer(model, TinyPrompt.USUAL),
        Optional.of(new CartridgeTrainer(new WordInquirer(), 0.02, 128)));
  }

  private static Study study(int positions, int conversations, int steps, long seed) {
    return new Study(positions, conversations, steps, seed, Optional.empty());
  }

  private Path trained(Study study) throws IOException {
    Path to = Files.createDirectory(folder.resolve("cartridge-" + made++));
    states.train(PASSAGES, study, to);
    return to;
  }

  private static JsonNode training(Path cartridge) throws IOException {
    return new ObjectMapper().readTree(cartridge.resolve("training.json").toFile());
  }

  /** How far the state's first token is from the text's, over these questions, in nats. */
  private double distance(Path state, List<Conversation> about) throws IOException {
    Path whole = Files.createDirectory(folder.resolve("whole-" + made++));
    states.prefill(PASSAGES, whole);
    double sum = 0;
    try (OpenState text = states.open(whole, Foreign.REFUSE);
        OpenState cartridge = states.open(state, Foreign.REFUSE)) {
      for (Conversation each : about) {
        float[] wanted = text.firstToken(new Question(each.question()));
        float[] got = cartridge.firstToken(new Question(each.question()));
        for (int i = 0; i < wanted.length; i++) {
          sum += Math.exp(wanted[i]) * (wanted[i] - got[i]);
        }
      }
    }
    return sum / about.size();
  }

  @Test
  void aCartridgeAnswersMoreLikeTheTextThanTheFirstTokensDo() throws IOException {
    Path start = trained(study(6, 20, 0, 1));
    Path cartridge = trained(study(6, 20, 40, 1));
    List<Conversation> studied = Conversations.read(cartridge);

    assertThat(studied).hasSize(20);
    assertThat(distance(cartridge, studied)).isLessThan(distance(start, studied) / 2);
  }

  @Test
  void itsConversationsSettingsAndLossesAreKeptBesideIt() throws IOException {
    Path cartridge = trained(study(6, 12, 5, 3));

    assertThat(Conversations.read(cartridge))
        .hasSize(12)
        .extracting(Conversation::kind)
        .containsOnly("words");
    JsonNode training = training(cartridge);
    assertThat(training.path("loss")).hasSize(5);
    assertThat(training.path("skipped_steps")).isEmpty();
    assertThat(training.path("seed").asLong()).isEqualTo(3);
    assertThat(training.path("text_tokens").asInt()).isEqualTo(TEXT_TOKENS);
    assertThat(training.path("start").asText()).isEqualTo("first tokens");
  }

  @Test
  void questionsAreReadWhereTheTextEnds() throws IOException {
    Loaded loaded = CacheFile.read(trained(study(6, 4, 2, 1)), model, Foreign.REFUSE);

    assertThat(loaded.header().kind()).isEqualTo(Kind.CARTRIDGE);
    assertThat(loaded.cache().length()).isEqualTo(6);
    assertThat(loaded.cache().nextPosition()).isEqualTo(TEXT_TOKENS);
    loaded.cache().close();
  }

  @Test
  void whatWasReadAndWrittenIsCounted() throws IOException {
    Path to = Files.createDirectory(folder.resolve("counted"));

    Kept kept = states.train(PASSAGES, study(6, 4, 2, 1), to);

    assertThat(kept.positions()).isEqualTo(6);
    assertThat(kept.bytes()).isEqualTo(Files.size(to.resolve("cache.safetensors")));
    assertThat(kept.usage().tokensIn()).isGreaterThan(TEXT_TOKENS);
    assertThat(kept.usage().tokensOut()).isPositive();
  }

  @Test
  void oneSeedGivesTheSameBytesAndAnotherSeedOtherConversations() throws IOException {
    Path one = trained(study(6, 10, 4, 7));
    Path again = trained(study(6, 10, 4, 7));
    Path other = trained(study(6, 10, 4, 8));

    for (String file : List.of("cache.safetensors", "conversations.jsonl", "training.json")) {
      assertThat(again.resolve(file)).hasSameBinaryContentAs(one.resolve(file));
    }
    assertThat(Conversations.read(other)).isNotEqualTo(Conversations.read(one));
  }

  @Test
  void aBudgetThatTheTextCannotFillIsRefused() {
    for (int positions : List.of(3, TEXT_TOKENS + 1, CartridgeTrainer.MOST_POSITIONS)) {
      assertThatThrownBy(() -> trained(study(positions, 4, 2, 1)))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining(positions + " positions for a text of 21 tokens")
          .hasMessageContaining("from 4 to 21");
    }
  }

  @Test
  void aTextThatIsLongerThanTheContextIsRefused() throws IOException {
    String words =
        IntStream.range(0, 130).mapToObj(i -> "w" + (4 + i % 60)).collect(Collectors.joining(" "));
    Path to = Files.createDirectory(folder.resolve("long"));

    assertThatThrownBy(() -> states.train(List.of(words), study(8, 4, 2, 1), to))
        .isInstanceOf(StopException.class)
        .hasMessageContaining("128");
  }

  @Test
  void aWarmStartGoesOnFromTheEarlierCartridge() throws IOException {
    Path earlier = trained(study(6, 20, 40, 1));
    Path warm = trained(new Study(6, 4, 0, 2, Optional.of(new Warm(earlier, 0))));

    assertThat(warm.resolve("cache.safetensors"))
        .hasSameBinaryContentAs(earlier.resolve("cache.safetensors"));
    assertThat(training(warm).path("start").asText()).isEqualTo("warm");
  }

  @Test
  void replayMixesAShareOfTheEarlierConversationsIn() throws IOException {
    Path earlier = trained(study(6, 10, 2, 1));
    List<Conversation> old = Conversations.read(earlier);

    for (double replay : List.of(0.0, 0.5, 1.0)) {
      Path warm = trained(new Study(6, 4, 2, 99, Optional.of(new Warm(earlier, replay))));
      List<Conversation> now = Conversations.read(warm);
      assertThat(now).hasSize(4 + (int) (replay * 10));
      assertThat(now.subList(4, now.size())).isSubsetOf(old).doesNotHaveDuplicates();
    }
  }

  @Test
  void anotherModelsCartridgeOfTheSameShapeCanBeGoneOnFrom() throws IOException {
    Path earlier = trained(study(6, 6, 2, 1));
    try (Transformer other = TinyModels.load("tiny-llama")) {
      LocalStates others = states(other);
      Path to = Files.createDirectory(folder.resolve("other"));

      others.train(PASSAGES, new Study(6, 4, 2, 1, Optional.of(new Warm(earlier, 1))), to);

      try (OpenState open = others.open(to, Foreign.REFUSE)) {
        assertThat(open.computedFor()).isEqualTo(other.identity());
      }
    }
  }

  @Test
  void aWarmStartFromAnotherSizeOrFromASavedCacheIsRefused() throws IOException {
    Path earlier = trained(study(6, 4, 2, 1));
    Path saved = Files.createDirectory(folder.resolve("saved"));
    states.prefill(PASSAGES, saved);
    Files.copy(earlier.resolve("conversations.jsonl"), saved.resolve("conversations.jsonl"));

    assertThatThrownBy(() -> trained(new Study(7, 4, 2, 1, Optional.of(new Warm(earlier, 0)))))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("7 positions cannot go on from one of 6");
    assertThatThrownBy(() -> trained(new Study(7, 4, 2, 1, Optional.of(new Warm(saved, 0)))))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("a saved cache");
  }

  @Test
  void conversationsThatAreMissingOrDamagedAreNamed() throws IOException {
    Path earlier = trained(study(6, 4, 2, 1));
    Study warm = new Study(6, 4, 2, 1, Optional.of(new Warm(earlier, 1)));
    Path file = earlier.resolve("conversations.jsonl");

    for (String damage :
        List.of("{\"kind\":\"question\"", "{\"kind\":\"q\",\"answer\":\"\"}", "7")) {
      Files.writeString(file, damage + "\n");
      assertThatThrownBy(() -> trained(warm))
          .isInstanceOf(SourceException.class)
          .hasMessageContaining("line 1");
    }
    Files.delete(file);
    assertThatThrownBy(() -> trained(warm))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("conversations.jsonl");
  }
}
