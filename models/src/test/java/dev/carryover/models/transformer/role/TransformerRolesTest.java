package dev.carryover.models.transformer.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.spi.AnswerCache;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.Study;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.models.transformer.TinyModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reader and writer {@code transformer} on a folder with a tiny model. */
class TransformerRolesTest {
  private static final Question ASKED = new Question("w7 w14");
  private static final List<String> PASSAGES = List.of("w9 w14 w60", "w31 w5");

  @TempDir private Path folder;

  private static ReaderModel reader(Map<String, String> settings, ModelContext context) {
    return Plugins.named(ReaderProvider.class, "model", "transformer")
        .create(Settings.of(settings), context);
  }

  private static ReaderModel reader(Map<String, String> settings) {
    return reader(settings, ModelContext.of(1));
  }

  private static WriterModel writer(Map<String, String> settings) {
    return Plugins.named(WriterProvider.class, "model", "transformer")
        .create(Settings.of(settings), ModelContext.of(1));
  }

  private static Map<String, String> tiny(Path path, String... more) {
    Map<String, String> settings =
        new HashMap<>(Map.of("path", path.toString(), "examples", "false", "answer_tokens", "4"));
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return settings;
  }

  private static Path tinyFolder() {
    return TinyModels.folder("tiny-qwen2");
  }

  /** A copy of the tiny model that says how it converses. */
  private Path conversing() throws IOException {
    try (Stream<Path> files = Files.list(tinyFolder())) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    Files.writeString(
        folder.resolve("tokenizer_config.json"),
        "{\"chat_template\": \"{% for message in messages %}<{{ message.role }}>"
            + "{{ message.content }}{% endfor %}<assistant>\"}");
    return folder;
  }

  @Test
  void aFolderIsReadWithAndAnswersFromPassagesAndFromItsStateAlike(@TempDir Path kept) {
    try (ReaderModel reader = reader(tiny(tinyFolder()))) {
      String told = reader.answer(ASKED, PASSAGES).text();
      reader.state().orElseThrow().prefill(PASSAGES, kept);
      try (OpenState open = reader.state().orElseThrow().open(kept, Foreign.REFUSE)) {
        assertThat(open.answer(ASKED).text()).isEqualTo(told);
      }
      assertThat(reader.identity().name()).isEqualTo("tiny-qwen2");
      assertThat(reader.answersFreely()).isTrue();
      assertThat(reader.settings())
          .containsEntry("layout", "plain")
          .containsEntry("use", "completion")
          .containsEntry("answer_tokens", "4");
    }
  }

  @Test
  void aFolderWritesWithAPromptAndKeepsStates() {
    Event event = new Event("e1", Optional.empty(), "", "w9 w14 w60");
    try (WriterModel writer = writer(tiny(tinyFolder()));
        ReaderModel reader = reader(tiny(tinyFolder()))) {
      assertThat(writer.notes(List.of(event), 40, 20, 1).usage().tokensIn()).isPositive();
      assertThat(writer.notes(List.of(event), 40, 20, 1))
          .isEqualTo(writer.repeat(1).notes(List.of(event), 40, 20, 1));
      assertThat(writer.identity()).isEqualTo(reader.identity());
      assertThat(writer.state().orElseThrow().settings())
          .isEqualTo(reader.state().orElseThrow().settings());
    }
  }

  @Test
  void aTemplateForConversationsIsKeptTo() throws IOException {
    Path path = conversing();

    try (ReaderModel chat = reader(tiny(path));
        ReaderModel plain = reader(tiny(path, "use", "completion"))) {
      assertThat(chat.settings()).containsEntry("use", "chat");
      assertThat(chat.settings().get("layout")).matches("chat template [0-9a-f]{64}");
      assertThat(chat.answer(ASKED, PASSAGES).text()).isNotNull();
      assertThat(plain.settings()).containsEntry("layout", "plain");
    }
  }

  @Test
  void withoutATemplateThereIsNoConversation() {
    assertThatThrownBy(() -> reader(tiny(tinyFolder(), "use", "chat")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("completion");
  }

  @Test
  void whatIsNoFolderIsNamed() {
    for (String path : List.of("", "no/such/folder", "nul\0", tinyFolder() + "/config.json")) {
      assertThatThrownBy(() -> reader(Map.of("path", path)))
          .as(path)
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("'path'");
    }
    assertThatThrownBy(() -> writer(Map.of())).isInstanceOf(SettingException.class);
  }

  @Test
  void settingsThatCannotBeUsedAreNamed() {
    assertThatThrownBy(() -> reader(tiny(tinyFolder(), "device", "tpu")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("tpu");
    assertThatThrownBy(() -> reader(tiny(tinyFolder(), "url", "http://localhost")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("url");
  }

  @Test
  void aFolderWithoutAModelIsRefused() {
    assertThatThrownBy(() -> reader(tiny(folder)))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("config.json");
  }

  @Test
  void aQuestionInFrontOfTheNotesCannotBeReadInTwoSteps() throws IOException {
    Path prompt = folder.resolve("prompt.txt");
    Files.writeString(prompt, "Q: {{question}}\n{{notes}}\nA:");

    assertThatThrownBy(() -> reader(tiny(tinyFolder(), "reader_prompt", prompt.toString())))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("notes come first");
  }

  @Test
  void aDryRunLoadsNothing() {
    ModelContext dry = new ModelContext(1, AnswerCache.NONE, CallBudget.UNLIMITED, true);

    try (ReaderModel reader = reader(tiny(folder), dry)) {
      assertThat(reader.answer(ASKED, PASSAGES).text()).isEmpty();
    }
  }

  @Test
  void aServerAnswersAfterCartridgesAndNothingElse(@TempDir Path kept, @TempDir Path cartridges)
      throws IOException {
    List<String> passages =
        List.of(
            "w9 w14 w60 w31 w5 w11 w12 w13 w21 w22",
            "w23 w24 w25 w33 w34 w35 w36 w41 w42 w43 w44 w45");
    Path trained = Files.createDirectory(kept.resolve("trained"));
    Path read = Files.createDirectory(kept.resolve("read"));
    try (LoopbackModelServer server =
            LoopbackModelServer.open(LoopbackService.of(LoopbackService.Kind.TOKASAURUS));
        ReaderModel reader =
            reader(
                tiny(
                    tinyFolder(),
                    "tokasaurus",
                    server.root(),
                    "tokasaurus_cartridges",
                    cartridges.toString()))) {
      StatefulModel states = reader.state().orElseThrow();
      states.train(passages, new Study(16, 2, 1, 5, Optional.empty()), trained);
      states.prefill(passages, read);
      try (OpenState cartridge = states.open(trained, Foreign.REFUSE);
          OpenState cache = states.open(read, Foreign.REFUSE)) {
        assertThat(cartridge.answer(ASKED).text()).isEqualTo("4821");
        assertThat(cache.answer(ASKED).text()).isEqualTo(reader.answer(ASKED, passages).text());
      }
      assertThat(server.requests("/custom/cartridge/chat/completions"))
          .singleElement()
          .satisfies(
              request -> {
                String id = request.json().path("cartridges").path(0).path("id").asText();
                assertThat(cartridges.resolve(id).resolve("cartridge.pt")).isNotEmptyFile();
              });
    }
  }

  @Test
  void aServerNeedsTheFolderWhereItFindsCartridges() {
    assertThatThrownBy(
            () ->
                reader(
                    tiny(
                        tinyFolder(),
                        "tokasaurus",
                        "http://127.0.0.1:1",
                        "tokasaurus_cartridges",
                        "none")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'tokasaurus_cartridges' is 'none'");
  }
}
