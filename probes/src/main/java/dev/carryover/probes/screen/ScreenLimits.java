package dev.carryover.probes.screen;

import dev.carryover.core.Observation;
import dev.carryover.core.report.ScreenReport;
import dev.carryover.core.report.ScreenReport.Candidate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Collects what the figures of a screen cannot show, each once. */
final class ScreenLimits {
  private final List<String> verdict = new ArrayList<>();
  private final Set<String> found = new LinkedHashSet<>();

  void note(String sentence) {
    found.add(sentence);
  }

  /** Says that the calibration is not the user's own. */
  void shipped(List<String> runs) {
    found.add(
        "The calibration is the one that ships, fitted on Carryover's own runs of built-in models on made-up histories (%d runs). Other models may follow other lines: fit your own with 'carryover calibrate RUN…'."
            .formatted(runs.size()));
  }

  void rankingOnly(String format, String why) {
    found.add("Ranking only for %s: %s.".formatted(format, why));
  }

  void nothingToMeasure(String candidate, String format, boolean texts) {
    found.add(
        texts
            ? "%s ranks nothing, or brings back all that it holds, so neighbours of stored texts tell nothing there ('%s')."
                .formatted(format, candidate)
            : "Nothing is marked on %s that could decide about '%s'.".formatted(format, candidate));
  }

  /** Says that some histories hold too few texts to be compared. */
  void fewTexts(String format, int left, int all) {
    if (left < all) {
      found.add(
          "%s: %d of %d histories hold no more texts than are brought back, so that all of them are neighbours whoever embeds; they are left out."
              .formatted(format, all - left, all));
    }
  }

  /** Looks whether the probes are four of each of five families. */
  void probes(Collection<Observation> observations) {
    Map<String, Set<String>> families = new TreeMap<>();
    Map<String, Map<String, Set<String>>> cells = new TreeMap<>();
    for (Observation one : observations) {
      families.computeIfAbsent(one.family(), f -> new LinkedHashSet<>()).add(one.probe());
      cells
          .computeIfAbsent(one.cell(), cell -> new TreeMap<>())
          .computeIfAbsent(one.family(), family -> new LinkedHashSet<>())
          .add(one.probe());
    }
    int each = TwentyProbes.COUNT / TwentyProbes.FAMILIES;
    boolean usual =
        families.size() == TwentyProbes.FAMILIES
            && cells.values().stream()
                .allMatch(cell -> cell.values().stream().allMatch(some -> some.size() == each));
    if (!usual && !families.isEmpty()) {
      found.add(
          "The probes of a history are not four of each of five families: they are spread as evenly as they go over %s (%s)."
              .formatted(
                  families.size() == 1 ? "one" : Integer.toString(families.size()),
                  String.join(", ", families.keySet())));
    }
    long few =
        cells.values().stream()
            .filter(cell -> cell.values().stream().mapToInt(Set::size).sum() < TwentyProbes.COUNT)
            .count();
    if (few > 0) {
      found.add(
          "Some histories have fewer than %d probes; all of theirs were asked."
              .formatted(TwentyProbes.COUNT));
    }
  }

  /** Says what the decision is not. */
  void decided(String decision, List<Candidate> candidates, boolean texts) {
    if (texts) {
      verdict.add(
          "No question was asked. That stored texts keep their neighbours can warn and rank; it never approves, and says nothing of what a reader makes of them.");
      return;
    }
    verdict.add(
        "A screen stops or ranks; it never approves. The full gate decides, on the probes that were not asked here: 'carryover gate --screened RUN'.");
    List<String> on =
        candidates.stream()
            .filter(candidate -> candidate.decision().equals(ScreenReport.GO_ON))
            .map(Candidate::name)
            .toList();
    if (decision.equals(ScreenReport.GO_ON) && on.size() > 1) {
      verdict.add(
          "%d candidates go on. Where the best of their gates is chosen, take the largest p_preserved of each and adjust by Holm over the %d (design/statistics.md)."
              .formatted(on.size(), on.size()));
    }
  }

  List<String> sentences() {
    return Stream.concat(verdict.stream(), found.stream()).toList();
  }
}
