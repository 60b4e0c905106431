package dev.carryover.formats.search;

import java.util.ArrayList;
import java.util.List;

/**
 * The k best of the scores it is offered. Scores are offered in order of item number; of equal
 * scores the first offered ranks first. Not safe for use by several threads.
 */
final class TopHits {
  private final float[] scores;
  private final int[] items;
  private int size;

  TopHits(int k) {
    scores = new float[k];
    items = new int[k];
  }

  /** Offers {@code block[j]} as the score of item {@code firstItem + j}, for each j under count. */
  void offer(float[] block, int count, int firstItem) {
    float worst = worst();
    for (int j = 0; j < count; j++) {
      if (block[j] > worst) {
        insert(block[j], firstItem + j);
        worst = worst();
      }
    }
  }

  /** Offers everything that another holds; its items come after all that were offered here. */
  void offer(TopHits later) {
    for (int i = 0; i < later.size; i++) {
      if (later.scores[i] > worst()) {
        insert(later.scores[i], later.items[i]);
      }
    }
  }

  /** Best first. */
  List<Hit> hits() {
    List<Hit> hits = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      hits.add(new Hit(items[i], scores[i]));
    }
    return hits;
  }

  private float worst() {
    return size < scores.length ? Float.NEGATIVE_INFINITY : scores[size - 1];
  }

  private void insert(float score, int item) {
    int place = size < scores.length ? size++ : size - 1;
    while (place > 0 && scores[place - 1] < score) {
      scores[place] = scores[place - 1];
      items[place] = items[place - 1];
      place--;
    }
    scores[place] = score;
    items[place] = item;
  }
}
