package dev.carryover.models.transformer.study;

import java.util.List;

/**
 * A conversation in tokens and what the teacher would say, token by token, in its answer.
 *
 * @param tokens the question and the answer, as they stand after the text; the answer's last token
 *     may be left out, since nothing is learned after it
 * @param first the place in {@code tokens} after which the answer begins: the question's last token
 * @param targets what the teacher expects after token {@code first}, {@code first + 1}, …; not
 *     empty
 */
public record Lesson(int[] tokens, int first, List<Target> targets) {
  public Lesson {
    targets = List.copyOf(targets);
    if (first < 0 || targets.isEmpty() || first + targets.size() > tokens.length) {
      throw new IllegalArgumentException(
          "%d targets from token %d of %d".formatted(targets.size(), first, tokens.length));
    }
  }

  /**
   * The teacher's most probable next tokens. What they leave to one is the probability of all other
   * tokens together.
   *
   * @param tokens by probability, the highest first
   * @param probabilities of each of them
   */
  public record Target(int[] tokens, float[] probabilities) {
    /** The probability of all other tokens together. */
    float rest() {
      double sum = 0;
      for (float p : probabilities) {
        sum += p;
      }
      return (float) Math.max(0, 1 - sum);
    }
  }
}
