package dev.carryover.models.transformer.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a Hugging Face folder keeps its template. */
class ChatFilesTest {
  private static final List<Turn> TURNS = List.of(new Turn("user", "Hello"));

  @TempDir private Path folder;

  @Test
  void aFolderNeedNotHaveATemplate() throws IOException {
    assertThat(ChatTemplate.read(folder)).isEmpty();
    config("{\"bos_token\": \"<s>\"}");
    assertThat(ChatTemplate.read(folder)).isEmpty();
  }

  @Test
  void theConfigurationHoldsTemplateAndSpecialTokens() throws IOException {
    config(
        """
        {"bos_token": "<s>", "eos_token": {"content": "</s>"}, "pad_token": null,
         "chat_template": "{{ bos_token }}{{ messages[0].content }}{{ eos_token }}{{ pad_token }}"}
        """);
    assertThat(rendered()).isEqualTo("<s>Hello</s>");
  }

  @Test
  void ofSeveralTemplatesTheDefaultIsTaken() throws IOException {
    config(
        """
        {"chat_template": [{"name": "tool_use", "template": "tools"},
                           {"name": "default", "template": "plain"}]}
        """);
    assertThat(rendered()).isEqualTo("plain");
  }

  @Test
  void aFileOfItsOwnGoesFirst() throws IOException {
    config("{\"eos_token\": \"</s>\", \"chat_template\": \"inside\"}");
    Files.writeString(folder.resolve("chat_template.jinja"), "own{{ eos_token }}\n");
    assertThat(rendered()).isEqualTo("own</s>");
  }

  @Test
  void whatIsDamagedIsNamed() throws IOException {
    config("{\"chat_template\": ");
    assertThatThrownBy(() -> ChatTemplate.read(folder))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("tokenizer_config.json");
    config("{\"chat_template\": \"{% if x %}\"}");
    assertThatThrownBy(() -> ChatTemplate.read(folder))
        .isInstanceOf(SourceException.class)
        .hasMessageContainingAll("tokenizer_config.json", "line 1", "endif");
    Files.write(folder.resolve("chat_template.jinja"), new byte[] {(byte) 0xC3, 0x28});
    config("{}");
    assertThatThrownBy(() -> ChatTemplate.read(folder))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("chat_template.jinja");
  }

  private void config(String json) throws IOException {
    Files.writeString(folder.resolve("tokenizer_config.json"), json);
  }

  private String rendered() {
    return ChatTemplate.read(folder).orElseThrow().render(TURNS, true);
  }
}
