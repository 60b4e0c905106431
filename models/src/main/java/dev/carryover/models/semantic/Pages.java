package dev.carryover.models.semantic;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps passages that were cut into sentences, and the last few pages of several passages, up to a
 * bound, the least recently used given up first. Safe for use by several threads.
 */
final class Pages {
  private static final long MOST_CHARACTERS = 8_000_000;
  private static final int MOST_JOINED = 4;
  private static final float LOAD = 0.75f;

  private final Map<String, Page> known = new LinkedHashMap<>(1024, LOAD, true);
  private final Map<List<String>, Page> joined = new LinkedHashMap<>(16, LOAD, true);
  private long characters;

  /** The passages as one page. */
  Page of(List<String> passages) {
    List<String> key = List.copyOf(passages);
    synchronized (joined) {
      Page page = joined.get(key);
      if (page != null) {
        return page;
      }
    }
    Page page = Page.joined(key.stream().map(this::of).toList());
    synchronized (joined) {
      joined.put(key, page);
      var oldest = joined.keySet().iterator();
      while (joined.size() > MOST_JOINED) {
        oldest.next();
        oldest.remove();
      }
    }
    return page;
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
