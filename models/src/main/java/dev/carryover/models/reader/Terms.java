package dev.carryover.models.reader;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What words say, weighed: under its stem, under its root (with a tilde) and under the groups of
 * its synonyms (with a hash) each word of content counts with the weight of its place.
 */
final class Terms {
  /** What a shared root counts beside the same stem. */
  static final float BY_ROOT = 0.9f;

  /** What a synonym counts beside the same stem. */
  static final float BY_SYNONYM = 0.85f;

  private final Map<String, Float> weights = new HashMap<>();

  /** Adds tokens from one index up to another. */
  void add(List<Token> tokens, int from, int to, float weight) {
    for (int i = from; i < to; i++) {
      Token token = tokens.get(i);
      if (token.content() || token.kind() == Token.Kind.NUMBER || token.code()) {
        put(token.stem(), weight);
        if (token.word() && !(token.capital() && i > 0)) {
          for (String term : Synonyms.wider(token.stem())) {
            put(term, weight);
          }
        }
      }
    }
    for (Synonyms.Found phrase : Synonyms.phrases(tokens.subList(from, to))) {
      put(phrase.group(), weight);
    }
  }

  /** Adds a stem. */
  void add(String stem, float weight) {
    put(stem, weight);
    Synonyms.wider(stem).forEach(term -> put(term, weight));
  }

  /** Adds all of another's, each at a share of its weight. */
  void addAll(Map<String, Float> others, float share) {
    others.forEach((term, weight) -> put(term, weight * share));
  }

  /** The weights by term. */
  Map<String, Float> weights() {
    return weights;
  }

  /** How well a word of a question is said here, from 0 to 1. */
  static float match(Map<String, Float> weights, String stem) {
    float best = weights.getOrDefault(stem, 0f);
    if (best >= 1) {
      return best;
    }
    String root = Stems.root(stem);
    best = Math.max(best, BY_ROOT * weights.getOrDefault("~" + root, 0f));
    best = Math.max(best, BY_ROOT * weights.getOrDefault(root, 0f));
    best = Math.max(best, BY_ROOT * weights.getOrDefault("~" + stem, 0f));
    for (String group : Synonyms.groups(stem)) {
      best = Math.max(best, BY_SYNONYM * weights.getOrDefault(group, 0f));
    }
    return best;
  }

  private void put(String term, float weight) {
    weights.merge(term, weight, Math::max);
  }
}
