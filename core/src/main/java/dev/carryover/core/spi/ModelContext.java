package dev.carryover.core.spi;

import java.util.Objects;

/**
 * What a run lends to a model.
 *
 * @param parallel upper bound of the threads or requests in flight
 * @param answers what was said before
 * @param budget watches what calls cost
 * @param dryRun whether calls are counted in place of being made: prompts are built and charged to
 *     the budget with the most they may take, and nothing is sent, not even to ask who is there
 * @param vectors for a model that embeds texts for itself
 */
public record ModelContext(
    int parallel, AnswerCache answers, CallBudget budget, boolean dryRun, VectorMemory vectors) {
  public ModelContext {
    if (parallel < 1) {
      throw new IllegalArgumentException("parallel is " + parallel);
    }
    Objects.requireNonNull(answers, "answers");
    Objects.requireNonNull(budget, "budget");
    Objects.requireNonNull(vectors, "vectors");
  }

  /** One that remembers no vectors. */
  public ModelContext(int parallel, AnswerCache answers, CallBudget budget, boolean dryRun) {
    this(parallel, answers, budget, dryRun, VectorMemory.NONE);
  }

  /** Nothing kept, nothing watched. */
  public static ModelContext of(int parallel) {
    return new ModelContext(parallel, AnswerCache.NONE, CallBudget.UNLIMITED, false);
  }
}
