package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.StoredItem;
import dev.carryover.core.StoredItem.Source;
import dev.carryover.core.spi.SourceException;
import dev.carryover.formats.JsonLines;
import dev.carryover.formats.search.VectorRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The items of a store that is taken over, checked and sorted by history. */
final class ImportedItems {
  private static final int HISTORIES_NAMED = 5;
  private static final Pattern BLANKS = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);

  private final Path file;
  private final EmbedderIdentity embedder;
  private final Map<String, OfHistory> byHistory = new LinkedHashMap<>();
  private Optional<StoreLine> first = Optional.empty();

  ImportedItems(Path file, List<History> histories, EmbedderIdentity embedder) {
    this.file = file;
    this.embedder = embedder;
    for (History history : histories) {
      byHistory.put(history.id(), new OfHistory(history));
    }
  }

  /**
   * Takes an item.
   *
   * @throws SourceException if it is not one of these histories', of these events, or of this space
   */
  void add(StoreLine line) {
    requireDimension(line);
    OfHistory items = historyOf(line);
    Long earlier = items.lineOfId.putIfAbsent(line.id(), line.number());
    if (earlier != null) {
      throw problem(
          line,
          "id '%s' is that of line %d of the same history".formatted(line.id(), earlier),
          "give every item an id of its own");
    }
    items.items.add(new StoredItem(line.id(), line.text(), sources(line, items)));
    items.vectors.add(line.vector());
  }

  /**
   * Ends the taking.
   *
   * @throws SourceException if a history has no item: an empty memory would pass for one that
   *     nothing can harm
   */
  void requireAllHistories() {
    List<String> missing =
        byHistory.entrySet().stream()
            .filter(entry -> entry.getValue().items.isEmpty())
            .map(Map.Entry::getKey)
            .toList();
    if (!missing.isEmpty()) {
      throw new SourceException(
          "%s has no item of %d of the %d histories (%s); export them too, or leave these histories out"
              .formatted(
                  file,
                  missing.size(),
                  byHistory.size(),
                  missing.stream().limit(HISTORIES_NAMED).collect(Collectors.joining(", "))));
    }
  }

  /** What a history's store holds. */
  RagContent contentOf(String history) {
    OfHistory items =
        Optional.ofNullable(byHistory.get(history))
            .orElseThrow(() -> new IllegalArgumentException("no history '" + history + "'"));
    return new RagContent(
        RagItem.inOneSpace(items.items),
        Optional.of(VectorRows.of(embedder.dimension(), items.vectors)));
  }

  private void requireDimension(StoreLine line) {
    int dimension = line.vector().length;
    if (first.isEmpty()) {
      first = Optional.of(line);
    }
    int ofFirst = first.get().vector().length;
    if (dimension != ofFirst) {
      throw problem(
          line,
          "'vector' has %d numbers, that of line %d has %d"
              .formatted(dimension, first.get().number(), ofFirst),
          "one store holds vectors of one embedder");
    }
    if (dimension != embedder.dimension()) {
      throw problem(
          line,
          "'vector' has %d numbers, but the old embedder is %s"
              .formatted(dimension, Spaces.inWords(embedder)),
          "name the embedder that made the store as the old one");
    }
  }

  private OfHistory historyOf(StoreLine line) {
    if (line.history().isEmpty()) {
      if (byHistory.size() == 1) {
        return byHistory.values().iterator().next();
      }
      throw problem(
          line,
          "field 'history' is missing, and the run has %d histories".formatted(byHistory.size()),
          "add \"history\" with the history's id to every line");
    }
    OfHistory items = byHistory.get(line.history().get());
    if (items == null) {
      throw problem(
          line,
          "history '%s' is none of the run's %d".formatted(line.history().get(), byHistory.size()),
          "its histories are " + known());
    }
    return items;
  }

  private String known() {
    String names =
        byHistory.keySet().stream().limit(HISTORIES_NAMED).collect(Collectors.joining(", "));
    return byHistory.size() > HISTORIES_NAMED ? names + " and more" : names;
  }

  private List<Source> sources(StoreLine line, OfHistory items) {
    String text = normalised(line.text());
    List<Source> sources = new ArrayList<>();
    for (String id : line.events()) {
      Optional<String> event = items.eventText(id);
      if (event.isEmpty()) {
        throw problem(
            line,
            "event '%s' is none of history '%s'".formatted(id, items.history),
            "events are message ids, which default to the place from 0");
      }
      sources.add(new Source(id, text.contains(event.get())));
    }
    return sources;
  }

  private SourceException problem(StoreLine line, String what, String remedy) {
    return JsonLines.problem(file, line.number(), what, remedy);
  }

  private static String normalised(String text) {
    return BLANKS.matcher(text).replaceAll(" ").strip();
  }

  private static final class OfHistory {
    private final String history;
    private final Map<String, Event> events = new HashMap<>();
    private final Map<String, Long> lineOfId = new HashMap<>();
    private final List<StoredItem> items = new ArrayList<>();
    private final List<float[]> vectors = new ArrayList<>();

    OfHistory(History history) {
      this.history = history.id();
      history.events().forEach(event -> events.put(event.id(), event));
    }

    /** The event's text with every run of blanks as one. */
    Optional<String> eventText(String id) {
      return Optional.ofNullable(events.get(id)).map(event -> normalised(event.text()));
    }
  }
}
