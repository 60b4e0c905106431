package dev.carryover.migrations.run;

import dev.carryover.core.spi.AnswerCache;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.VectorMemory;
import java.util.function.Function;

/**
 * What a run lends to its models.
 *
 * @param threads for models in this process
 * @param inFlight requests to one service at a time, at most
 * @param answers what services said before
 * @param budgets watches the cost of a service, by its name
 * @param dryRun whether calls are counted in place of being made
 * @param vectors what models in this process embedded before
 */
record Lending(
    int threads,
    int inFlight,
    AnswerCache answers,
    Function<String, CallBudget> budgets,
    boolean dryRun,
    VectorMemory vectors) {
  /** For a model in this process. */
  ModelContext here() {
    return new ModelContext(threads, AnswerCache.NONE, CallBudget.UNLIMITED, dryRun, vectors);
  }

  /** For a model behind a service. */
  ModelContext to(String service) {
    return new ModelContext(inFlight, answers, budgets.apply(service), dryRun);
  }
}
