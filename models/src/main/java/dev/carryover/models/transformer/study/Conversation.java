package dev.carryover.models.transformer.study;

import java.util.Objects;

/**
 * What a model asked itself about a text and answered with the text in view.
 *
 * @param kind of question, such as {@code summarisation}
 * @param question never blank
 * @param answer may be empty
 */
public record Conversation(String kind, String question, String answer) {
  public Conversation {
    if (kind.isBlank() || question.isBlank()) {
      throw new IllegalArgumentException(
          "the question '%s' of kind '%s'".formatted(question, kind));
    }
    Objects.requireNonNull(answer, "answer");
  }
}
