package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.LanguageModel.Use;

/**
 * How a prompt becomes the text of a model: instruction and turn up to a point, and what follows
 * it. What begins every text of the model is put in front elsewhere.
 */
interface Layout {
  /** One text that the model goes on with. */
  Layout PLAIN =
      new Layout() {
        @Override
        public Use use() {
          return Use.COMPLETION;
        }

        @Override
        public String name() {
          return "plain";
        }

        @Override
        public String before(Prompt prompt) {
          return joined(prompt);
        }

        @Override
        public String after(String restOfTurn) {
          return restOfTurn;
        }
      };

  /** Which prompts are written for it. */
  Use use();

  /** What tells it from others, for the record of a run. */
  String name();

  /** The text up to a point in the turn. */
  String before(Prompt prompt);

  /** The text from that point on, at whose end the answer begins. */
  String after(String restOfTurn);

  /** Instruction and turn as one text. */
  static String joined(Prompt prompt) {
    return prompt.system().isEmpty() ? prompt.user() : prompt.system() + "\n\n" + prompt.user();
  }
}
