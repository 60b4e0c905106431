package dev.carryover.models.prompted;

import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Prompt;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * How long an answer may become. A service may refuse a request whose prompt and greatest answer do
 * not fit its context together.
 */
final class Room {
  /** For the marks that a service puts around the turns of a chat. */
  private static final int MARKS = 64;

  private Room() {}

  /** The tokens wanted, or what the prompt leaves of the context, where that is known and less. */
  static int within(LanguageModel model, Prompt prompt, int wanted) {
    // no token is shorter than a byte, so that most prompts need no counting
    OptionalInt context = model.identity().contextLimit();
    if (context.isEmpty()) {
      return wanted;
    }
    int most = context.getAsInt() - MARKS;
    String text = prompt.system() + "\n" + prompt.user();
    boolean fits = text.getBytes(StandardCharsets.UTF_8).length + (long) wanted <= most;
    return fits ? wanted : (int) Math.max(1, Math.min(wanted, most - model.countTokens(text)));
  }
}
