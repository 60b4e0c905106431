package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.LanguageModel.Use;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.chat.ChatTemplate;
import dev.carryover.models.transformer.chat.Turn;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns of a conversation in the model's own template. Where that takes no instruction, it stands
 * in front of the turn.
 */
final class ChatLayout implements Layout {
  /** Stands where the turn goes on later; the last one in a text is meant. */
  private static final String MARK = "\u2063the turn goes on here\u2063";

  private final ChatTemplate template;
  private final String name;
  private final boolean instructed;
  private final String tail;

  /**
   * @param name what tells the template from others
   * @throws SourceException if the template cannot be followed
   */
  ChatLayout(ChatTemplate template, String name) {
    this.template = template;
    this.name = name;
    this.instructed = takesInstructions(template);
    String one = rendered(new Prompt("", ""));
    this.tail = one.substring(one.lastIndexOf(MARK) + MARK.length());
  }

  private static boolean takesInstructions(ChatTemplate template) {
    try {
      return template
          .render(List.of(new Turn("system", MARK), new Turn("user", "?")), true)
          .contains(MARK);
    } catch (SourceException e) {
      return false;
    }
  }

  @Override
  public Use use() {
    return Use.CHAT;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String before(Prompt prompt) {
    String text = rendered(prompt);
    return text.substring(0, text.lastIndexOf(MARK));
  }

  @Override
  public String after(String restOfTurn) {
    return restOfTurn + tail;
  }

  private String rendered(Prompt prompt) {
    List<Turn> turns = new ArrayList<>();
    String turn = prompt.user();
    if (instructed && !prompt.system().isEmpty()) {
      turns.add(new Turn("system", prompt.system()));
    } else {
      turn = Layout.joined(prompt);
    }
    turns.add(new Turn("user", turn + MARK));
    String text = template.render(turns, true);
    if (!text.contains(MARK)) {
      throw new SourceException(
          "the chat template (" + name + ") leaves the turn out; set use: completion");
    }
    return text;
  }
}
