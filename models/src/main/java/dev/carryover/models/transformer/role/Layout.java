package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.LanguageModel.Use;

/**
 * How a prompt becomes the text of a model: instruction and turn up to a point, and what follows
 * it. What begins every text of the model is put in front elsewhere.
 */
interface Layout {
  /** Which prompts are written for it. */
  Use use();

  /** Its name, for the record of a run. */
  String name();

  /** The text up to a point in the turn. */
  String before(Prompt prompt);

  /** The text from that point on, at whose end the answer begins. */
  String after(String restOfTurn);

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
          return prompt.system().isEmpty()
              ? prompt.user()
              : prompt.system() + "\n\n" + prompt.user();
        }

        @Override
        public String after(String restOfTurn) {
          return restOfTurn;
        }
      };

  /** Turns of a conversation in ChatML. */
  Layout CHAT_ML =
      new Layout() {
        @Override
        public Use use() {
          return Use.CHAT;
        }

        @Override
        public String name() {
          return "chatml";
        }

        @Override
        public String before(Prompt prompt) {
          String instruction =
              prompt.system().isEmpty()
                  ? ""
                  : "<|im_start|>system\n" + prompt.system() + "<|im_end|>\n";
          return instruction + "<|im_start|>user\n" + prompt.user();
        }

        @Override
        public String after(String restOfTurn) {
          return restOfTurn + "<|im_end|>\n<|im_start|>assistant\n";
        }
      };
}
