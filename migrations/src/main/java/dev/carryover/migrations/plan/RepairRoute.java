package dev.carryover.migrations.plan;

import dev.carryover.core.Cell;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Role;
import dev.carryover.core.run.PlannedRepair;
import dev.carryover.core.run.PlannedRepair.Needs;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whose store is repaired for whom. The cell of a repaired store names both, such as {@code a+b},
 * for each role that had to be played anew.
 *
 * @param from the side that wrote the store
 * @param to the side that it is repaired for
 */
public record RepairRoute(Side from, Side to) {
  /**
   * The repairs of a format: its own, and a rewrite where it has a writer and none of its own
   * begins with the raw history.
   */
  public static List<RepairMethod> methods(MemoryFormat format) {
    List<RepairMethod> methods = new ArrayList<>(format.repairs());
    if (format.sensitiveTo().contains(Role.WRITER)
        && methods.stream().noneMatch(RepairMethod::needsHistory)) {
      methods.add(new Rewrite(format));
    }
    return List.copyOf(methods);
  }

  /**
   * The repairs of a format, and whether what each needs is there.
   *
   * @param rawHistories whether every history still has its events, for repairs to begin with
   * @param histories how many there are
   */
  public static List<PlannedRepair> planned(
      MemoryFormat format, boolean rawHistories, int histories) {
    List<PlannedRepair> planned = new ArrayList<>();
    for (RepairMethod method : methods(format)) {
      boolean samples = method.sampleTexts() > 0;
      planned.add(
          new PlannedRepair(
              format.name(),
              method.name(),
              method.needsHistory() ? Needs.HISTORY : samples ? Needs.SAMPLE : Needs.STORE,
              (rawHistories || !method.needsHistory()) && (histories > 1 || !samples)));
    }
    return planned;
  }

  /** Whether repairs can begin with the raw histories. */
  public static boolean rawHistories(MigrationFile migration, List<ProbedHistory> histories) {
    return migration.rawHistory()
        && histories.stream().noneMatch(history -> history.history().events().isEmpty());
  }

  /** The repair of this name, where a format knows it. */
  public static Optional<RepairMethod> method(MemoryFormat format, String name) {
    return methods(format).stream().filter(method -> method.name().equals(name)).findFirst();
  }

  /** The route of a repaired cell. */
  public static RepairRoute of(MigrationFile migration, Cell cell) {
    RepairRoute there = new RepairRoute(migration.old(), migration.next());
    return there.leadsTo(cell) ? there : new RepairRoute(migration.next(), migration.old());
  }

  /** Whether what a store of this format depends on changes on the way: else there is no need. */
  public boolean isNeededBy(MemoryFormat format) {
    return (format.sensitiveTo().contains(Role.WRITER) && !from.writer().equals(to.writer()))
        || (format.sensitiveTo().contains(Role.INDEX_EMBEDDER)
            && !from.embedder().equals(to.embedder()));
  }

  /** Both writers, the first one's name alone where they are one. */
  String writers() {
    return joined(from.writer(), to.writer());
  }

  /** Both embedders, likewise. */
  String embedders() {
    return joined(from.embedder(), to.embedder());
  }

  private boolean leadsTo(Cell cell) {
    return isOneOf(cell.writer(), writers()) && isOneOf(cell.indexEmbedder(), embedders());
  }

  private static boolean isOneOf(String player, String joined) {
    return player.equals(Cell.NOBODY) || player.equals(joined);
  }

  private static String joined(String first, String second) {
    return first.equals(second) ? first : first + "+" + second;
  }
}
