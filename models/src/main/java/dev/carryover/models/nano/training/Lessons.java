package dev.carryover.models.nano.training;

import java.util.List;

/** Where lessons come from. Equal numbers and wishes give equal lessons. */
@FunctionalInterface
public interface Lessons {
  /** A lesson by its number, 0 or more. */
  Lesson lesson(int number, Wish wish);

  /**
   * A document and questions about it, as text.
   *
   * @param document its sentences, joined by a space; may be empty
   * @param exercises the questions, of which the first are learnt from where not all find room
   */
  record Lesson(String document, List<Exercise> exercises) {
    public Lesson {
      exercises = List.copyOf(exercises);
    }
  }

  /**
   * A question.
   *
   * @param family what kind of question it is; {@link Exercise#UNKNOWN} where there is no answer
   * @param question its text
   * @param answer its answer, without a final stop
   */
  record Exercise(String family, String question, String answer) {
    /** The family of questions that the document does not answer. */
    public static final String UNKNOWN = "unknown";
  }

  /**
   * What is asked for.
   *
   * @param sentences of the document, 1 or more
   * @param mix what it is made of
   * @param chatty whether some sentences carry words that mean nothing
   */
  record Wish(int sentences, Mix mix, boolean chatty) {}

  /** How often each kind of content is begun, against the others. */
  record Mix(int direct, int change, int alias, int relation, int dispute) {}
}
