package dev.carryover.models.transformer.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.chat.ChatTemplate;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChatLayoutTest {
  private static final String CHAT_ML =
      "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n"
          + "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

  private static ChatLayout layout(String template) {
    return new ChatLayout(ChatTemplate.of("test", template, Map.of("bos_token", "")), "test");
  }

  @Test
  void theTwoPartsAreTheConversationAndTheSecondEndsWhereTheAnswerBegins() {
    ChatLayout layout = layout(CHAT_ML);

    assertThat(layout.before(new Prompt("Be short.", "Notes: x\n")))
        .isEqualTo("<|im_start|>system\nBe short.<|im_end|>\n<|im_start|>user\nNotes: x\n");
    assertThat(layout.after("Q: y\nA:")).isEqualTo("Q: y\nA:<|im_end|>\n<|im_start|>assistant\n");
  }

  @Test
  void whereNoInstructionIsTakenItStandsInFrontOfTheTurn() {
    ChatLayout layout =
        layout(
            "{% for m in messages %}{% if m['role'] == 'system' %}{{ raise_exception('no') }}"
                + "{% endif %}<{{ m['role'] }}>{{ m['content'] | trim }}{% endfor %}<model>");

    assertThat(layout.before(new Prompt("Be short.", "Notes: x\n")))
        .isEqualTo("<user>Be short.\n\nNotes: x\n");
    assertThat(layout.after("Q: y")).isEqualTo("Q: y<model>");
  }

  @Test
  void anInstructionThatIsSilentlyLeftOutStandsInFrontOfTheTurn() {
    ChatLayout layout =
        layout(
            "{% for m in messages %}{% if m['role'] == 'user' %}<{{ m['content'] }}"
                + "{% endif %}{% endfor %}>");

    assertThat(layout.before(new Prompt("Be short.", "x"))).isEqualTo("<Be short.\n\nx");
  }

  @Test
  void aTemplateThatLeavesTheTurnOutIsRefused() {
    assertThatThrownBy(() -> layout("always the same"))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("use: completion");
  }

  @Test
  void aTextThatHoldsTheMarkIsCutAtTheRealOne() {
    ChatLayout layout = layout(CHAT_ML);
    String mark = "\u2063the turn goes on here\u2063";

    assertThat(layout.before(new Prompt("", "a " + mark + " b"))).endsWith("a " + mark + " b");
  }
}
