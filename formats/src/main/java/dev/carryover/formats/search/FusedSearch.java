package dev.carryover.formats.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Joins two searches by reciprocal rank fusion: an item scores the sum of 1 / (60 + rank) over the
 * searches that find it, ranks from 1 (Cormack, Clarke and Büttcher, SIGIR 2009).
 *
 * @param first one search
 * @param second the other
 * @param depth how many items of each are joined, or the k of a call where that is more
 */
public record FusedSearch(TextSearch first, TextSearch second, int depth) implements TextSearch {
  private static final int CONSTANT = 60;

  @Override
  public List<List<Hit>> search(List<String> questions, int k) {
    int each = Math.max(depth, k);
    List<List<Hit>> ofFirst = first.search(questions, each);
    List<List<Hit>> ofSecond = second.search(questions, each);
    List<List<Hit>> fused = new ArrayList<>(questions.size());
    for (int i = 0; i < questions.size(); i++) {
      fused.add(fuse(ofFirst.get(i), ofSecond.get(i), k));
    }
    return fused;
  }

  private static List<Hit> fuse(List<Hit> one, List<Hit> other, int k) {
    Map<Integer, Double> scores = new TreeMap<>();
    for (List<Hit> ranking : List.of(one, other)) {
      for (int i = 0; i < ranking.size(); i++) {
        scores.merge(ranking.get(i).item(), 1.0 / (CONSTANT + i + 1), Double::sum);
      }
    }
    return scores.entrySet().stream()
        .map(score -> new Hit(score.getKey(), score.getValue()))
        .sorted(Hit.BEST_FIRST)
        .limit(k)
        .toList();
  }

  @Override
  public void close() {
    try (first) {
      second.close();
    }
  }
}
