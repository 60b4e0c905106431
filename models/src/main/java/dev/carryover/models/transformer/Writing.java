package dev.carryover.models.transformer;

import dev.carryover.core.FinishReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** One answer while it is written. Its choices depend on nothing that is written beside it. */
final class Writing {
  private final Sampling sampling;
  private final Tokens tokens;
  private final SplittableRandom random;
  private final int room;
  private final List<Integer> ids = new ArrayList<>();
  private final List<Double> logProbabilities = new ArrayList<>();
  private Optional<FinishReason> finish = Optional.empty();

  Writing(Sampling sampling, KvCache cache, int question) {
    this.sampling = sampling;
    this.tokens = cache.model().tokens();
    this.random = new SplittableRandom(sampling.seed());
    // the last token is not read again, so it needs no position
    int left = cache.model().geometry().context() - cache.nextPosition() - question + 1;
    this.room = Math.min(sampling.maxTokens(), left);
  }

  boolean open() {
    return finish.isEmpty();
  }

  /** What was written last. */
  int last() {
    return ids.get(ids.size() - 1);
  }

  /** Takes the next token from the logarithms of its probabilities, unless all is written. */
  void choose(float[] next) {
    if (!open()) {
      return;
    }
    int id = sampling.temperature() == 0 ? likeliest(next) : drawn(next);
    ids.add(id);
    logProbabilities.add((double) next[id]);
    if (tokens.ends().contains(id) || stop(text()) >= 0) {
      finish = Optional.of(FinishReason.STOP);
    } else if (ids.size() == room) {
      finish = Optional.of(FinishReason.LENGTH);
    }
  }

  Generation.Continuation finished() {
    String text = text();
    int stop = stop(text);
    return new Generation.Continuation(
        ids, stop < 0 ? text : text.substring(0, stop), finish.orElseThrow(), logProbabilities);
  }

  private String text() {
    int end = !ids.isEmpty() && tokens.ends().contains(last()) ? ids.size() - 1 : ids.size();
    return tokens.decode(ids.subList(0, end).stream().mapToInt(Integer::intValue).toArray());
  }

  /** Where the first stop text begins, or -1. */
  private int stop(String text) {
    return sampling.stops().stream().mapToInt(text::indexOf).filter(at -> at >= 0).min().orElse(-1);
  }

  private static int likeliest(float[] next) {
    int best = 0;
    for (int i = 1; i < next.length; i++) {
      if (next[i] > next[best]) {
        best = i;
      }
    }
    return best;
  }

  private int drawn(float[] next) {
    double top = next[likeliest(next)];
    double[] sums = new double[next.length];
    double sum = 0;
    for (int i = 0; i < next.length; i++) {
      sum += Math.exp((next[i] - top) / sampling.temperature());
      sums[i] = sum;
    }
    double point = random.nextDouble() * sum;
    int at = 0;
    while (sums[at] <= point && at < sums.length - 1) {
      at++;
    }
    return at;
  }
}
