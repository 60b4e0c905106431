package dev.carryover.models.semantic;

import dev.carryover.core.spi.Embedder.Purpose;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** One step of the way from a question to the sentence that answers it. Immutable. */
final class Search {
  /** Only the sentences that share most words are compared by vector. */
  private static final int SHORTLIST = 16;

  private static final int LEADS = 6;

  private final Page page;
  private final SentenceVectors vectors;
  private final Thresholds thresholds;
  private final float[] wanted;
  private final SharedWords words;

  private record Likeness(Remark remark, float[] vector, double value) {}

  private Search(
      Page page,
      SentenceVectors vectors,
      Thresholds thresholds,
      float[] wanted,
      SharedWords words) {
    this.page = page;
    this.vectors = vectors;
    this.thresholds = thresholds;
    this.wanted = wanted;
    this.words = words;
  }

  /** The first step: the question itself. */
  static Search of(String question, Page page, SentenceVectors vectors, Thresholds thresholds) {
    float[] wanted = vectors.of(List.of(question), Purpose.QUERY).get(0);
    return new Search(page, vectors, thresholds, wanted, SharedWords.of(question, page));
  }

  /** The sentences that may answer, all nearly as like as the best, in order. */
  List<Remark> answers() {
    List<Likeness> likenesses = likenesses(page.coded(), SHORTLIST);
    double best = likenesses.stream().mapToDouble(Likeness::value).max().orElse(0);
    double least = Math.max(thresholds.answer(), best - thresholds.near());
    return likenesses.stream().filter(one -> one.value() >= least).map(Likeness::remark).toList();
  }

  /** The step after the likest sentence without a code; nothing where none is like enough. */
  Optional<Search> ledOn() {
    List<Remark> leading = page.plain().stream().filter(words::leadsOn).toList();
    return likenesses(leading, LEADS).stream()
        .filter(one -> one.value() >= thresholds.lead())
        .max(Comparator.comparingDouble(Likeness::value))
        .map(
            lead ->
                new Search(
                    page,
                    vectors,
                    thresholds,
                    SentenceVectors.between(wanted, lead.vector()),
                    words.after(lead.remark())));
  }

  private List<Likeness> likenesses(List<Remark> remarks, int most) {
    double[] shares = remarks.stream().mapToDouble(words::saidBy).toArray();
    List<Integer> likely =
        IntStream.range(0, shares.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -shares[i]))
            .limit(most)
            .sorted()
            .toList();
    List<float[]> said =
        vectors.of(likely.stream().map(i -> remarks.get(i).text()).toList(), Purpose.DOCUMENT);
    List<Likeness> likenesses = new ArrayList<>(said.size());
    for (int i = 0; i < said.size(); i++) {
      int at = likely.get(i);
      double value =
          thresholds.cosine() * SentenceVectors.cosine(wanted, said.get(i))
              + (1 - thresholds.cosine()) * shares[at];
      likenesses.add(new Likeness(remarks.get(at), said.get(i), value));
    }
    return likenesses;
  }
}
