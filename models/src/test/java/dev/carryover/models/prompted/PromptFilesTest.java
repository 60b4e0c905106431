package dev.carryover.models.prompted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Question;
import dev.carryover.core.spi.Plugin;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromptFilesTest {
  private static final Question ASKED = new Question("Which code?");

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("own.txt"), text);
  }

  private static ReaderModel reader(ScriptedModel model, Path file, String... more) {
    Map<String, String> settings = new HashMap<>(Map.of("reader_prompt", file.toString()));
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return PromptedRoles.reader(model, Settings.of(settings));
  }

  private static WriterModel writer(Settings settings) {
    return PromptedRoles.writer(ScriptedModel.chat("x"), settings, 1);
  }

  @Test
  void anOwnPromptTakesThePlaceOfTheBuiltInOne() throws IOException {
    ScriptedModel model = ScriptedModel.chat("x");
    reader(model, file("\uFEFFBe brief.\r\n---\r\n{{notes}}\r\n{{question}}?\r\n"))
        .answer(ASKED, List.of("A"));

    assertThat(model.only().prompt().system()).isEqualTo("Be brief.");
    assertThat(model.only().prompt().user())
        .matches("<notes \\w+>\n- A\n</notes \\w+>\nWhich code\\?\\?");
  }

  @Test
  void anotherPromptIsAnotherHash() throws IOException {
    String built =
        PromptedRoles.reader(ScriptedModel.chat("x"), Settings.NONE).settings().toString();
    String one =
        reader(ScriptedModel.chat("x"), file("a\n---\n{{notes}}{{question}}"))
            .settings()
            .toString();
    String two =
        reader(ScriptedModel.chat("x"), file("b\n---\n{{notes}}{{question}}"))
            .settings()
            .toString();

    assertThat(List.of(built, one, two)).doesNotHaveDuplicates();
  }

  @Test
  void theHashIsTheFilesAndNotItsPlace() throws IOException {
    String text = "a\n---\n{{notes}}{{question}}";
    Path other = Files.writeString(folder.resolve("other.txt"), text);

    assertThat(reader(ScriptedModel.chat("x"), other).settings())
        .isEqualTo(reader(ScriptedModel.chat("x"), file(text)).settings())
        .extractingByKey("reader_prompt")
        .isEqualTo(Sha256.of(text));
  }

  @Test
  void styleAndExamplesAreInTheSettings() {
    ReaderModel chat = PromptedRoles.reader(ScriptedModel.chat("x"), Settings.NONE);
    ReaderModel completion = PromptedRoles.reader(ScriptedModel.completion("x"), Settings.NONE);

    assertThat(chat.settings())
        .containsEntry("style", "chat")
        .containsEntry("reader_examples", "none");
    assertThat(completion.settings())
        .containsEntry("style", "completion")
        .hasEntrySatisfying("reader_examples", hash -> assertThat(hash).hasSize(64));
    assertThat(completion.settings().get("reader_prompt"))
        .isNotEqualTo(chat.settings().get("reader_prompt"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "a\\n---\\n{{notes}}~{{question}}~lacks",
        "a\\n---\\n{{question}}~{{notes}}~lacks",
        "a\\n---\\n{{notes}}{{question}}{{answer}}~{{answer}}~unknown placeholder",
        "{{ notes }}\\n---\\n{{notes}}{{question}}~{{ notes }}~unknown placeholder"
      })
  void aPlaceholderThatIsMissingOrUnknownIsNamedWithItsFile(
      String text, String placeholder, String problem) throws IOException {
    Path file = file(text.replace("\\n", "\n"));

    assertThatThrownBy(() -> reader(ScriptedModel.chat("x"), file))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(placeholder)
        .hasMessageContaining(problem);
  }

  @Test
  void aPromptWithoutAPlaceForTheExamplesIsRefusedWhereThereAreSome() throws IOException {
    Path file = file("{{notes}}{{question}}");

    assertThatThrownBy(() -> reader(ScriptedModel.completion("x"), file))
        .hasMessageContaining("{{examples}}")
        .hasMessageContaining("examples: false");
    reader(ScriptedModel.completion("x"), file, "examples", "false").answer(ASKED, List.of("A"));
  }

  @ParameterizedTest
  @CsvSource({"{{notes}}{{question}},0", "---\\n{{notes}}\\n---\\n{{question}},2", "'',0"})
  void aConversationalPromptHasOneDividingLine(String text, int lines) throws IOException {
    Path file = file(text.replace("\\n", "\n"));

    assertThatThrownBy(() -> reader(ScriptedModel.chat("x"), file))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(text.isEmpty() ? "{{notes}}" : lines + " lines '---'");
  }

  @Test
  void anotherEncodingIsRefused() throws IOException {
    Path file =
        Files.write(
            folder.resolve("latin.txt"),
            "Schl\u00fcssel\n---\n{{notes}}{{question}}".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> reader(ScriptedModel.chat("x"), file))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(file + " is not UTF-8");
  }

  @Test
  void aFileThatIsNotThereIsNamedWithItsSetting() {
    for (String key : List.of("notes_prompt", "rewrite_prompt", "claims_prompt")) {
      assertThatThrownBy(() -> writer(Settings.of(Map.of(key, folder.resolve("no").toString()))))
          .isInstanceOfSatisfying(SettingException.class, e -> assertThat(e.key()).isEqualTo(key))
          .hasMessageContaining("does not exist");
    }
    assertThatThrownBy(() -> reader(ScriptedModel.chat("x"), folder))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> writer(Settings.of(Map.of("notes_prompt", "\0"))))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("cannot be read");
  }

  @ParameterizedTest
  @CsvSource({"style,poem", "examples,maybe", "answer_tokens,0", "form,json", "claims_batch,many"})
  void aSettingThatCannotBeUsedIsRefused(String key, String value) {
    assertThatThrownBy(() -> writer(Settings.of(Map.of(key, value))))
        .isInstanceOfSatisfying(SettingException.class, e -> assertThat(e.key()).isEqualTo(key));
  }

  @Test
  void everySettingThatIsReadIsAmongTheParametersAndOthersAreTheServices() {
    Settings all =
        Settings.of(
            Map.of(
                "style", "chat",
                "examples", "true",
                "answer_tokens", "9",
                "form", "code",
                "claims_batch", "2"));

    all.onlyKnown(PromptedRoles.PARAMETERS);
    assertThat(PromptedRoles.PARAMETERS)
        .extracting(Plugin.Parameter::name)
        .contains("reader_prompt", "notes_prompt", "rewrite_prompt", "claims_prompt")
        .doesNotHaveDuplicates();
    assertThat(writer(Settings.of(Map.of("base_url", "http://x"))).settings())
        .isEqualTo(writer(Settings.NONE).settings());
  }
}
