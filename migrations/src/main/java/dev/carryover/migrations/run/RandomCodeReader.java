package dev.carryover.migrations.run;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.scoring.ExactCodeScoring;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.migrations.plan.Treatments;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The control that guesses: a random one of the codes in view. What a reader scores beyond it, it
 * earned by reading.
 */
final class RandomCodeReader implements ReaderModel {
  private final long seed;

  RandomCodeReader(long seed) {
    this.seed = seed;
  }

  @Override
  public ModelIdentity identity() {
    return ModelIdentity.builtIn(Treatments.RANDOM_CODE, "1");
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    List<String> codes =
        passages.stream()
            .flatMap(passage -> ExactCodeScoring.codesIn(passage).stream())
            .distinct()
            .toList();
    if (codes.isEmpty()) {
      return Reply.of("unknown");
    }
    SplittableRandom random = new SplittableRandom(seed ^ question.text().hashCode());
    return Reply.of(codes.get(random.nextInt(codes.size())));
  }
}
