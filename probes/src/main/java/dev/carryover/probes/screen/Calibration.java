package dev.carryover.probes.screen;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How full accuracy follows from the twenty, format by format: a small file that people review.
 *
 * @param seed of the choice of the twenty that it was fitted on
 * @param runs that it was fitted on, in words
 * @param formats by name
 */
public record Calibration(long seed, List<String> runs, SortedMap<String, FormatFit> formats) {
  public Calibration {
    runs = List.copyOf(runs);
    formats = Collections.unmodifiableSortedMap(new TreeMap<>(formats));
    formats.forEach((name, fit) -> Objects.requireNonNull(fit, name));
  }

  /** The fit over full runs. A format whose cells fit no line is left out. */
  public static Calibration of(FullRuns runs) {
    SortedMap<String, FormatFit> formats = new TreeMap<>();
    byFormat(runs.cells())
        .forEach((format, cells) -> FormatFit.of(cells).ifPresent(fit -> formats.put(format, fit)));
    return new Calibration(runs.seed(), runs.runs(), formats);
  }

  /** Cells by format. Where runs measured a format differently, by the measure of the first. */
  static SortedMap<String, List<FullCell>> byFormat(List<FullCell> cells) {
    SortedMap<String, List<FullCell>> formats = new TreeMap<>();
    Map<String, String> measures = new TreeMap<>();
    for (FullCell cell : cells) {
      String measure = measures.computeIfAbsent(cell.format(), format -> cell.measure());
      if (measure.equals(cell.measure())) {
        formats.computeIfAbsent(cell.format(), format -> new ArrayList<>()).add(cell);
      }
    }
    return formats;
  }
}
