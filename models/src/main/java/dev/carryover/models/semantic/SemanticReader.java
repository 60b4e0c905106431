package dev.carryover.models.semantic;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.scoring.ExactCodeScoring;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.ReaderModel;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Answers a code question by the likeness of sentences to it: the cosine of their vectors ({@link
 * WordMeans}), blended with the share of the question's words that they say. Only sentences with
 * exactly one code compete; among those that are nearly as like as the best, the latest wins. Where
 * none is like enough, the likest sentence without a code leads on, at most twice: its vector joins
 * the question's, and its names take the place of the words that it says. The reply is a code as
 * written, or {@link #UNKNOWN}. Equal questions over equal passages get equal replies.
 */
public final class SemanticReader implements ReaderModel {
  /** The name that a configuration uses. */
  public static final String NAME = SemanticModels.NAME;

  /** The reply where no sentence is like enough. */
  public static final String UNKNOWN = "unknown";

  private static final String REVISION = "2";
  private static final int MOST_STEPS = 3;

  private final ModelIdentity identity;
  private final Thresholds thresholds;
  private final Embedder embedder;
  private final SentenceVectors vectors;
  private final Pages pages = new Pages();

  /** Reads with this embedder's vectors; closing closes it. */
  SemanticReader(Embedder embedder, Thresholds thresholds) {
    this.identity = SemanticModels.identity(REVISION, embedder);
    this.thresholds = thresholds;
    this.embedder = embedder;
    this.vectors = new SentenceVectors(new WordMeans(embedder));
  }

  @Override
  public ModelIdentity identity() {
    return identity;
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    Page page = pages.of(passages).without(ExactCodeScoring.codesIn(question.text()));
    if (page.coded().isEmpty()) {
      return Reply.of(UNKNOWN);
    }
    Optional<Search> search = Optional.of(Search.of(question.text(), page, vectors, thresholds));
    for (int step = 0; step < MOST_STEPS && search.isPresent(); step++) {
      Optional<String> code = latest(search.get().answers());
      if (code.isPresent()) {
        return Reply.of(code.get());
      }
      search = search.get().ledOn();
    }
    return Reply.of(UNKNOWN);
  }

  /** The code of the latest, by their dates where all have one, else by their order. */
  private static Optional<String> latest(List<Remark> near) {
    boolean dated = near.stream().allMatch(remark -> remark.time().isPresent());
    Comparator<Remark> order =
        Comparator.comparingLong(remark -> dated ? remark.time().orElse(0) : 0);
    return near.stream()
        .reduce((one, two) -> order.compare(one, two) > 0 ? one : two)
        .flatMap(Remark::code);
  }

  @Override
  public void close() {
    embedder.close();
  }
}
