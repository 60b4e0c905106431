package dev.carryover.models.reader;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keeps parsed passages and whole views by their text, the least recently used given up first. */
final class ParseCache {
  private static final long MOST_CHARACTERS = 4_000_000;
  private static final int MOST_VIEWS = 4;
  private static final float LOAD = 0.75f;

  private final Map<String, List<Sentence>> passages = new LinkedHashMap<>(1024, LOAD, true);
  private final Map<List<String>, View> views = new LinkedHashMap<>(16, LOAD, true);
  private long characters;

  /** The view of these passages. */
  View view(List<String> texts) {
    List<String> key = List.copyOf(texts);
    View known = known(key);
    if (known != null) {
      return known;
    }
    List<List<Sentence>> parsed = new ArrayList<>(key.size());
    for (String text : key) {
      parsed.add(sentences(text));
    }
    View view = new View(parsed);
    synchronized (views) {
      views.put(key, view);
      var oldest = views.keySet().iterator();
      while (views.size() > MOST_VIEWS && oldest.hasNext()) {
        oldest.next();
        oldest.remove();
      }
    }
    return view;
  }

  private @Nullable View known(List<String> key) {
    synchronized (views) {
      return views.get(key);
    }
  }

  private List<Sentence> sentences(String text) {
    synchronized (passages) {
      List<Sentence> known = passages.get(text);
      if (known != null) {
        return known;
      }
    }
    List<Sentence> parsed = PassageParser.sentences(text);
    keep(text, parsed);
    return parsed;
  }

  private void keep(String text, List<Sentence> parsed) {
    synchronized (passages) {
      if (passages.put(text, parsed) == null) {
        characters += text.length();
      }
      var oldest = passages.entrySet().iterator();
      while (characters > MOST_CHARACTERS && oldest.hasNext()) {
        characters -= oldest.next().getKey().length();
        oldest.remove();
      }
    }
  }
}
