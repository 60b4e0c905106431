package dev.carryover.formats.rag;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Draws items without replacement. Under one seed a smaller draw is part of every larger one. */
final class Draw {
  private Draw() {}

  /** Numbers of {@code count} out of {@code size} items. */
  static BitSet of(int count, int size, long seed) {
    List<Integer> order = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(seed));
    BitSet drawn = new BitSet(size);
    order.subList(0, Math.min(count, size)).forEach(drawn::set);
    return drawn;
  }
}
