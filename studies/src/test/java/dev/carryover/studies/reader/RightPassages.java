package dev.carryover.studies.reader;

import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.History;
import dev.carryover.core.Probe;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Passages as a memory would return them when retrieval does its work: whole events grouped to
 * about 512 characters, a line of time before an event that has a new one; those that hold the
 * evidence, and up to eight in all the ones that share most words with the question.
 */
final class RightPassages {
  private static final int CHARACTERS = 512;
  private static final int MOST = 8;

  private final List<List<Event>> chunks = new ArrayList<>();

  RightPassages(History history) {
    List<Event> chunk = new ArrayList<>();
    int length = 0;
    for (Event event : history.events()) {
      if (!chunk.isEmpty() && length + event.asLine().length() > CHARACTERS) {
        chunks.add(chunk);
        chunk = new ArrayList<>();
        length = 0;
      }
      chunk.add(event);
      length += event.asLine().length();
    }
    chunks.add(chunk);
  }

  /** The passages for a probe, most like its question first. */
  List<String> with(Probe probe) {
    return texts(probe, Set.of());
  }

  /** The same passages without the evidence in them. */
  List<String> without(Probe probe) {
    return texts(probe, evidence(probe));
  }

  private List<String> texts(Probe probe, Set<String> left) {
    Set<String> words = words(probe.question().text());
    Set<String> evidence = evidence(probe);
    List<List<Event>> ranked = new ArrayList<>(chunks);
    ranked.sort(Comparator.comparingInt((List<Event> chunk) -> -likeness(chunk, words)));
    Set<List<Event>> chosen = new LinkedHashSet<>();
    for (List<Event> chunk : ranked) {
      if (chunk.stream().anyMatch(event -> evidence.contains(event.id()))) {
        chosen.add(chunk);
      }
    }
    for (List<Event> chunk : ranked) {
      if (chosen.size() < MOST) {
        chosen.add(chunk);
      }
    }
    return ranked.stream().filter(chosen::contains).map(chunk -> text(chunk, left)).toList();
  }

  private static String text(List<Event> chunk, Set<String> left) {
    StringBuilder text = new StringBuilder();
    String time = "";
    for (Event event : chunk) {
      if (left.contains(event.id())) {
        continue;
      }
      String now = event.time().orElse("");
      if (!now.equals(time)) {
        text.append('[').append(now).append("]\n");
        time = now;
      }
      text.append(event.asLine()).append('\n');
    }
    return text.toString();
  }

  private static int likeness(List<Event> chunk, Set<String> words) {
    int most = 0;
    for (Event event : chunk) {
      Set<String> shared = words(event.text());
      shared.retainAll(words);
      most = Math.max(most, shared.size());
    }
    return most;
  }

  private static Set<String> evidence(Probe probe) {
    Set<String> ids = new HashSet<>();
    probe.evidence().stream().map(Evidence::event).forEach(ids::add);
    return ids;
  }

  private static Set<String> words(String text) {
    return new HashSet<>(List.of(text.toLowerCase(Locale.ROOT).split("\\W+")));
  }
}
