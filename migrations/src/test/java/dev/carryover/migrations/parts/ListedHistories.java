package dev.carryover.migrations.parts;

import dev.carryover.core.ProbedHistory;
import dev.carryover.core.spi.HistorySource;
import java.util.List;
import java.util.Map;

/** Histories that a test lists itself: {@code listed:here}. */
public final class ListedHistories implements HistorySource {
  private static volatile List<ProbedHistory> listed = List.of();

  /** What the source holds from now on. */
  public static void list(List<ProbedHistory> histories) {
    listed = List.copyOf(histories);
  }

  @Override
  public String name() {
    return "listed";
  }

  @Override
  public String description() {
    return "what a test lists";
  }

  @Override
  public HistorySet load(Request request) {
    return new HistorySet(listed, Map.of(), List.of(), Map.of());
  }
}
