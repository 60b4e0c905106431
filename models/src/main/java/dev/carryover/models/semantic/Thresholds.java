package dev.carryover.models.semantic;

/**
 * What decides whether a sentence is like enough.
 *
 * @param cosine what the cosine counts in a likeness; the share of words counts the rest
 * @param answer the least likeness of an answer
 * @param near how much less like than the best an answer may be, and still win by being later
 * @param lead the least likeness of a sentence that leads on
 */
record Thresholds(double cosine, double answer, double near, double lead) {
  /**
   * Chosen for right answers, and for {@code unknown} once the evidence is removed, on six {@code
   * small} and thirty {@code nano} histories of the seed 424242 and the templates {@code built},
   * which no evaluation uses together; for means of word vectors, which are more alike than vectors
   * of sentences, the least likeness of an answer was raised until a question about what is not
   * told is refused.
   */
  static final Thresholds CALIBRATED = new Thresholds(0.3, 0.8, 0.06, 0.3);
}
