package dev.carryover.models.transformer.study;

import dev.carryover.core.Usage;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.Sampling;
import dev.carryover.models.transformer.state.PromptedTransformer;
import java.util.List;
import java.util.Objects;

/** Makes up what a model asks itself about a text. It never sees what a memory will be asked. */
public interface Inquirer {
  /**
   * Questions and instructions about a text.
   *
   * @param model with the text in view as {@code text}
   * @param passages the text
   * @param count how many are wanted; fewer where there are no more
   * @param seed of every random choice
   */
  Inquiry ask(PromptedTransformer model, KvCache text, List<String> passages, int count, long seed);

  /** How the model answers them. */
  Sampling answering(PromptedTransformer model);

  /**
   * A question or an instruction.
   *
   * @param kind such as {@code summarisation}
   * @param text never blank
   */
  record Asked(String kind, String text) {
    public Asked {
      if (kind.isBlank() || text.isBlank()) {
        throw new IllegalArgumentException("the question '%s' of kind '%s'".formatted(text, kind));
      }
    }
  }

  /**
   * What was made up.
   *
   * @param questions each once
   * @param usage tokens read and written for it, the text left out
   */
  record Inquiry(List<Asked> questions, Usage usage) {
    public Inquiry {
      questions = List.copyOf(questions);
      Objects.requireNonNull(usage, "usage");
    }
  }
}
