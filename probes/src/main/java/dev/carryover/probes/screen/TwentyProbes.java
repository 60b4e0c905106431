package dev.carryover.probes.screen;

import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Seeds;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The choice of twenty fixed probes of each history, four per family (spec 1.10; how they are
 * chosen is ours). It follows from the seed and the ids of history, family and probe, so that every
 * candidate gets the same and no answer plays a part. With another number of families the twenty
 * are spread as evenly as they go.
 */
public final class TwentyProbes {
  /** Of one history. */
  public static final int COUNT = 20;

  /** With this many families the twenty are four of each. */
  public static final int FAMILIES = 5;

  private static final String LABEL = "twenty probes";

  private final long seed;

  public TwentyProbes(long seed) {
    this.seed = seed;
  }

  /** The history with the twenty alone; with all of its probes where it has no more. */
  public ProbedHistory only(ProbedHistory history) {
    return filtered(history, true);
  }

  /** The history without the twenty; with no probe where it has no more. */
  public ProbedHistory without(ProbedHistory history) {
    return filtered(history, false);
  }

  private ProbedHistory filtered(ProbedHistory history, boolean kept) {
    SortedMap<String, String> families = new TreeMap<>();
    history.probes().forEach(probe -> families.put(probe.id(), probe.family()));
    Set<String> chosen = of(history.history().id(), families);
    List<Probe> probes =
        history.probes().stream().filter(probe -> chosen.contains(probe.id()) == kept).toList();
    return new ProbedHistory(history.history(), probes);
  }

  /**
   * The ids of the twenty.
   *
   * @param history its id
   * @param families of all its probes, by probe id
   */
  public Set<String> of(String history, Map<String, String> families) {
    List<Deque<String>> left = new ArrayList<>();
    new TreeMap<>(byFamily(families))
        .entrySet().stream()
            .sorted(Comparator.comparingLong(entry -> drawn(history, entry.getKey())))
            .forEach(entry -> left.add(inDrawnOrder(history, entry.getKey(), entry.getValue())));
    Set<String> chosen = new HashSet<>();
    while (chosen.size() < COUNT && !left.isEmpty()) {
      for (Deque<String> family : left) {
        if (chosen.size() < COUNT) {
          chosen.add(family.remove());
        }
      }
      left.removeIf(Deque::isEmpty);
    }
    return chosen;
  }

  private static Map<String, List<String>> byFamily(Map<String, String> families) {
    Map<String, List<String>> probes = new TreeMap<>();
    new TreeMap<>(families)
        .forEach(
            (probe, family) -> probes.computeIfAbsent(family, key -> new ArrayList<>()).add(probe));
    return probes;
  }

  private Deque<String> inDrawnOrder(String history, String family, List<String> probes) {
    return new ArrayDeque<>(
        probes.stream()
            .sorted(Comparator.comparingLong(probe -> drawn(history, family, probe)))
            .toList());
  }

  private long drawn(String... what) {
    String[] labels = new String[what.length + 1];
    labels[0] = LABEL;
    System.arraycopy(what, 0, labels, 1, what.length);
    return Seeds.derive(seed, labels);
  }
}
