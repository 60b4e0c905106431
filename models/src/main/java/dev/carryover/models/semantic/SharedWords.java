package dev.carryover.models.semantic;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Words that an answer should say, and what share of them a sentence says. A word counts the more
 * the fewer of the sentences with a code say it; one that none of them says counts only if it is a
 * name, written with a capital letter.
 */
final class SharedWords {
  private static final double SAID_NOWHERE = 0.5;

  private final Page page;
  private final Map<String, Double> weights;
  private final double sum;

  private SharedWords(Page page, Map<String, Double> weights) {
    this.page = page;
    this.weights = weights;
    this.sum = weights.values().stream().mapToDouble(weight -> weight).sum();
  }

  /** The words of a question over a page. */
  static SharedWords of(String question, Page page) {
    Map<String, Double> weights = new LinkedHashMap<>();
    for (Words.Word word : Words.of(question)) {
      String text = word.text();
      if (word.name() || page.says(text)) {
        weights.put(text, weight(text, page));
      }
    }
    return new SharedWords(page, weights);
  }

  private static double weight(String word, Page page) {
    double said = Math.max(page.codedSaying(word), SAID_NOWHERE);
    return Math.log(1 + page.coded().size() / said);
  }

  /** The share that a sentence says, from 0 to 1. */
  double saidBy(Remark remark) {
    if (sum == 0) {
      return 0;
    }
    double said = 0;
    for (Map.Entry<String, Double> weight : weights.entrySet()) {
      said += remark.words().contains(weight.getKey()) ? weight.getValue() : 0;
    }
    return said / sum;
  }

  /** Whether a sentence says any of them, and beside it a word that may lead on. */
  boolean leadsOn(Remark remark) {
    return weights.keySet().stream().anyMatch(remark.words()::contains)
        && remark.words().stream().anyMatch(word -> leading(word, remark));
  }

  /** Whether a word of a sentence is a name, or one that a sentence with a code says too. */
  private boolean leading(String word, Remark remark) {
    return !weights.containsKey(word)
        && (remark.capitals().contains(word) && page.names().contains(word)
            || page.codedSaying(word) > 0);
  }

  /** What is left to be said after a sentence: what it does not say, and what it leads on to. */
  SharedWords after(Remark remark) {
    Map<String, Double> left = new LinkedHashMap<>(weights);
    left.keySet().removeAll(remark.words());
    remark.words().stream()
        .filter(word -> leading(word, remark))
        .sorted()
        .forEach(word -> left.put(word, weight(word, page)));
    return new SharedWords(page, left);
  }
}
