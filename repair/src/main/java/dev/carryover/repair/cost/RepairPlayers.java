package dev.carryover.repair.cost;

import dev.carryover.core.Cell;
import dev.carryover.core.Plan;
import dev.carryover.core.run.RunRecord;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who works on the repairs of a format, one way.
 *
 * @param writer of the side that a store is repaired for; empty where nobody writes
 * @param oldEmbedder that of the store; empty where there are no vectors
 * @param newEmbedder that of the side that it is repaired for
 */
public record RepairPlayers(
    Optional<String> writer, Optional<String> oldEmbedder, Optional<String> newEmbedder) {
  public RepairPlayers {
    Objects.requireNonNull(writer, "writer");
    Objects.requireNonNull(oldEmbedder, "oldEmbedder");
    Objects.requireNonNull(newEmbedder, "newEmbedder");
  }

  /**
   * Those of a run.
   *
   * @param repaired the cell of a repaired store, which tells what roles there are
   */
  public static RepairPlayers of(RunRecord record, Cell repaired, String direction) {
    boolean there = direction.equals(Plan.OLD_TO_NEW);
    String from = there ? "old." : "new.";
    String to = there ? "new." : "old.";
    boolean writes = !repaired.writer().equals(Cell.NOBODY);
    boolean embeds = !repaired.indexEmbedder().equals(Cell.NOBODY);
    return new RepairPlayers(
        named(record, writes, to + "writer"),
        named(record, embeds, from + "embedder"),
        named(record, embeds, to + "embedder"));
  }

  /** All of them, each once. */
  List<String> all() {
    return Stream.of(writer, oldEmbedder, newEmbedder)
        .flatMap(Optional::stream)
        .distinct()
        .toList();
  }

  /** The embedders, each once. */
  List<String> embedders() {
    return Stream.of(oldEmbedder, newEmbedder).flatMap(Optional::stream).distinct().toList();
  }

  private static Optional<String> named(RunRecord record, boolean plays, String key) {
    return plays ? Optional.ofNullable(record.settings().get(key)) : Optional.empty();
  }
}
