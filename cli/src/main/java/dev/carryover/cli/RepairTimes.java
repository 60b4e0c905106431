package dev.carryover.cli;

import dev.carryover.core.Cell;
import dev.carryover.migrations.plan.Treatments;
import dev.carryover.migrations.run.GateListener;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Remembers how long repairs took, which no report may tell: it differs from run to run. */
final class RepairTimes implements GateListener {
  private final GateListener progress;
  private final SortedMap<String, List<Duration>> times = new TreeMap<>();

  /**
   * @param progress hears the same
   */
  RepairTimes(GateListener progress) {
    this.progress = progress;
  }

  @Override
  public void stage(String what) {
    progress.stage(what);
  }

  @Override
  public void progress(long done, long total, String where) {
    progress.progress(done, total, where);
  }

  @Override
  public void repaired(Cell cell, Duration took) {
    times
        .computeIfAbsent(
            cell.format() + " " + Treatments.methodOf(cell.treatment()), name -> new ArrayList<>())
        .add(took);
  }

  /** Prints the mean seconds of each repair; nothing where nothing was repaired just now. */
  void print(PrintWriter out) {
    if (!times.isEmpty()) {
      out.println(
          times.entrySet().stream()
              .map(entry -> entry.getKey() + " " + mean(entry.getValue()))
              .collect(
                  Collectors.joining(", ", "Seconds here for the repair of a history: ", ".")));
    }
  }

  private static String mean(List<Duration> durations) {
    double millis = durations.stream().mapToLong(Duration::toMillis).average().orElse(0);
    return String.format(Locale.ROOT, "%.2f", millis / 1000);
  }
}
