package dev.carryover.cli;

import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.History;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.spi.HistorySpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Short excerpts of histories in plain English, for models that read a page at most: one probe of
 * each family in turn, those with the least evidence first, the events that they need, and others
 * from all over the history.
 */
final class Excerpts {
  private static final List<String> FAMILIES =
      List.of("direct", "alias", "temporal", "contradiction", "multi-hop");

  private Excerpts() {}

  /**
   * Writes the excerpts and returns the source that names them.
   *
   * @param count how many, each from a history of its own, all about one office
   * @param probes in each
   * @param events in each, at least; all that the probes need are there
   */
  static String write(Path folder, int seed, int count, int probes, int events) {
    List<ProbedHistory> excerpts =
        IntStream.range(0, count)
            .mapToObj(i -> excerpt("office-%02d".formatted(i + 1), seed + i, probes, events))
            .toList();
    HistoryFiles.write(excerpts, folder);
    return "jsonl:%s?questions=%s"
        .formatted(folder.resolve("histories.jsonl"), folder.resolve("questions.jsonl"));
  }

  private static ProbedHistory excerpt(String id, int seed, int size, int events) {
    ProbedHistory whole =
        HistorySpec.parse("synthetic:small?count=1&seed=" + seed).load(false).histories().get(0);
    List<Probe> probes = chosen(whole.probes(), size);
    Set<String> kept = new LinkedHashSet<>();
    probes.forEach(probe -> probe.evidence().stream().map(Evidence::event).forEach(kept::add));
    List<Event> all = whole.history().events();
    for (int i = 0; kept.size() < events; i++) {
      kept.add(all.get(i * all.size() / events % all.size() + i / events).id());
    }
    return new ProbedHistory(
        new History(id, all.stream().filter(event -> kept.contains(event.id())).toList()), probes);
  }

  private static List<Probe> chosen(List<Probe> all, int size) {
    List<List<Probe>> families =
        FAMILIES.stream()
            .map(
                family ->
                    all.stream()
                        .filter(probe -> probe.family().equals(family))
                        .sorted(Comparator.comparingInt(probe -> probe.evidence().size()))
                        .toList())
            .toList();
    List<Probe> chosen = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      chosen.add(families.get(i % families.size()).get(i / families.size()));
    }
    return chosen;
  }
}
