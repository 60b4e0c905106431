package dev.carryover.migrations.run;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * What a repair of one history may learn from: the events of the others, each once, in one seeded
 * order for the whole run. A text that the history itself holds or is asked is left out, whoever
 * said it, whatever its case and blanks.
 */
final class SampleTexts {
  /** About a chunk, in characters; what is longer is cut. */
  private static final int LONGEST = 512;

  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, Set<String>> own = new HashMap<>();
  private final String digest;

  SampleTexts(List<ProbedHistory> histories, long seed) {
    digest = Digests.of(histories);
    Map<String, String> all = new LinkedHashMap<>();
    for (ProbedHistory history : histories) {
      Set<String> known = own.computeIfAbsent(history.history().id(), id -> new HashSet<>());
      for (Event event : history.history().events()) {
        String key = key(event.text());
        known.add(key);
        if (!key.isEmpty()) {
          all.putIfAbsent(key, cut(event.asLine()));
        }
      }
      history.probes().stream().map(Probe::question).map(q -> key(q.text())).forEach(known::add);
    }
    List<String> keys = new ArrayList<>(all.keySet());
    Collections.shuffle(keys, new Random(Seeds.derive(seed, "sample")));
    keys.forEach(key -> texts.put(key, all.getOrDefault(key, "")));
  }

  /**
   * Texts for the repair of a history, in random order.
   *
   * @param most how many at most; there may be fewer, or none
   */
  List<String> besides(History history, int most) {
    Set<String> known = own.getOrDefault(history.id(), Set.of());
    return texts.entrySet().stream()
        .filter(text -> !known.contains(text.getKey()))
        .map(Map.Entry::getValue)
        .limit(most)
        .toList();
  }

  /** Tells samples of other histories apart. */
  String digest() {
    return digest;
  }

  private static String key(String text) {
    return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
  }

  private static String cut(String text) {
    return text.codePointCount(0, text.length()) <= LONGEST
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST));
  }
}
