package dev.carryover.models.service;

import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.LanguageModel.Decoding;
import dev.carryover.core.spi.LanguageModel.Prompt;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How one kind of service is asked for an answer, by one attempt. Safe for use by threads. */
interface Protocol {
  /**
   * Asks once.
   *
   * @throws AttemptFailure if no answer came
   */
  Said say(Ask ask);

  /**
   * What is asked.
   *
   * @param model the served name
   * @param logProbabilities whether those of the answer's tokens are wanted
   */
  record Ask(String model, Prompt prompt, Decoding decoding, boolean logProbabilities) {
    /** The seed as services take it: 31 bits. */
    Optional<Integer> seed() {
      return decoding.seed().isPresent()
          ? Optional.of((int) (decoding.seed().getAsLong() & Integer.MAX_VALUE))
          : Optional.empty();
    }

    /** The prompt as one text. */
    String text() {
      return prompt.system().isEmpty() ? prompt.user() : prompt.system() + "\n\n" + prompt.user();
    }
  }

  /**
   * What was said.
   *
   * @param model the name that the answer bears
   * @param fingerprint its {@code system_fingerprint}
   * @param logProbabilities of the answer's tokens; empty where the service tells none
   */
  record Said(
      Reply reply,
      Optional<String> model,
      Optional<String> fingerprint,
      List<Double> logProbabilities) {}

  /** Why an answer ended, from the word of OpenAI's protocol and of Ollama's. */
  static FinishReason finish(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "stop", "eos", "stop_sequence" -> FinishReason.STOP;
      case "length", "max_tokens" -> FinishReason.LENGTH;
      case "content_filter" -> FinishReason.FILTERED;
      default -> FinishReason.UNKNOWN;
    };
  }
}
