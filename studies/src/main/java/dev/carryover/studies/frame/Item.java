package dev.carryover.studies.frame;

import dev.carryover.core.Answer;
import dev.carryover.core.Question;
import java.util.Objects;

/**
 * A question with its right answer.
 *
 * @param id unique within the study; begins with the id of its source
 * @param family of the question
 * @param question all that a memory sees of it
 * @param right the code that answers it
 */
public record Item(String id, String family, Question question, Answer.Code right) {
  public Item {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(family, "family");
    Objects.requireNonNull(question, "question");
    Objects.requireNonNull(right, "right");
  }
}
