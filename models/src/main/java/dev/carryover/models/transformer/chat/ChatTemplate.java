package dev.carryover.models.transformer.chat;

import dev.carryover.core.spi.SourceException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How a model was taught to see a conversation. Safe for use by several threads. */
public final class ChatTemplate {
  private final String origin;
  private final Statement program;
  private final Map<String, String> specialTokens;

  private ChatTemplate(String origin, Statement program, Map<String, String> specialTokens) {
    this.origin = origin;
    this.program = program;
    this.specialTokens = new TreeMap<>(specialTokens);
  }

  /**
   * Parses a template.
   *
   * @param origin where it is from, for messages
   * @param source in Jinja's language; a stranger's
   * @param specialTokens by the names that templates use, such as {@code bos_token}; may be empty
   * @throws SourceException if it has a statement or a form that is not known here; names the line
   */
  public static ChatTemplate of(String origin, String source, Map<String, String> specialTokens) {
    if (source.length() > Limits.SOURCE || source.isBlank()) {
      throw new SourceException(
          "%s: a chat template of %,d characters; between 1 and %,d can be used"
              .formatted(origin, source.length(), Limits.SOURCE));
    }
    try {
      return new ChatTemplate(origin, TemplateParser.parse(source), specialTokens);
    } catch (TemplateException e) {
      throw refused(origin, e);
    }
  }

  /**
   * The text that a model reads for a conversation.
   *
   * @param turns from the first on; never empty
   * @param answering whether the text ends where the model's answer begins
   * @throws SourceException if the template refuses these turns (many want user and assistant by
   *     turns, some take no system turn), needs what is not known here, or does not end
   */
  public String render(List<Turn> turns, boolean answering) {
    if (turns.isEmpty()) {
      throw new IllegalArgumentException("a conversation of no turns");
    }
    Scope scope = new Scope(specialTokens);
    scope.set("add_generation_prompt", answering);
    scope.set(
        "messages",
        turns.stream()
            .map(turn -> Map.of("role", turn.role(), "content", turn.content()))
            .toList());
    try {
      program.run(scope);
      return scope.output();
    } catch (TemplateException e) {
      throw refused(origin, e);
    }
  }

  private static SourceException refused(String origin, TemplateException e) {
    return new SourceException(
        "%s: the chat template cannot be followed: %s; use the model without its template, or serve it by its own server"
            .formatted(origin, e.getMessage()),
        e);
  }
}
