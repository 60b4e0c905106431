package dev.carryover.studies.reader;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counts of questions by family: answered right, refused, answered wrong. */
final class Tally {
  private static final String ALL = "all";

  private final Map<String, int[]> counts = new TreeMap<>();

  /** Counts a reply. */
  void add(String family, String right, String said) {
    int place = said.equals(right) ? 0 : said.equals("unknown") ? 1 : 2;
    for (String key : new String[] {family, ALL}) {
      counts.computeIfAbsent(key, k -> new int[3])[place]++;
    }
  }

  /** The share answered right over all families. */
  double right() {
    return share(ALL, 0);
  }

  /** The share answered right in a family. */
  double right(String family) {
    return share(family, 0);
  }

  /** The share refused in a family. */
  double refused(String family) {
    return share(family, 1);
  }

  /** One line a family. */
  String table(String title) {
    StringBuilder table = new StringBuilder(title).append('\n');
    for (String family : counts.keySet()) {
      table.append(
          String.format(
              Locale.ROOT,
              "  %-14s n %5d   right %.3f   unknown %.3f   wrong %.3f%n",
              family,
              total(family),
              share(family, 0),
              share(family, 1),
              share(family, 2)));
    }
    return table.toString();
  }

  private int total(String family) {
    int[] count = counts.getOrDefault(family, new int[3]);
    return count[0] + count[1] + count[2];
  }

  private double share(String family, int place) {
    return (double) counts.getOrDefault(family, new int[3])[place] / Math.max(1, total(family));
  }
}
