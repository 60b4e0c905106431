package dev.carryover.models.semantic;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps passages that were cut into sentences, up to a bound, the least recently used given up
 * first. Safe for use by several threads.
 */
final class Pages {
  private static final long MOST_CHARACTERS = 8_000_000;
  private static final float LOAD = 0.75f;

  private final Map<String, Page> known = new LinkedHashMap<>(1024, LOAD, true);
  private long characters;

  /** The passages as one page. */
  Page of(List<String> passages) {
    return Page.joined(passages.stream().map(this::of).toList());
  }

  private Page of(String passage) {
    synchronized (known) {
      Page page = known.get(passage);
      if (page != null) {
        return page;
      }
    }
    Page page = Page.of(passage);
    synchronized (known) {
      if (known.put(passage, page) == null) {
        characters += passage.length();
      }
      var oldest = known.entrySet().iterator();
      while (characters > MOST_CHARACTERS && oldest.hasNext()) {
        characters -= oldest.next().getKey().length();
        oldest.remove();
      }
    }
    return page;
  }
}
