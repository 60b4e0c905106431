package dev.carryover.formats.search;

import java.util.Comparator;

/**
 * An item that a search found.
 *
 * @param item its number, from 0
 * @param score how well it fits; only comparable within one search
 */
public record Hit(int item, double score) {
  /** Best first; of equal scores the item that comes first. */
  public static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble(Hit::score).reversed().thenComparingInt(Hit::item);
}
