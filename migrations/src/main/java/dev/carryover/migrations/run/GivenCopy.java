package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.run.RepairedCopy;
import dev.carryover.core.run.RepairedCopy.Row;
import dev.carryover.core.run.RunException;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.plan.RepairRoute;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Repaired stores that are there already, to be read in place of ones that a run repairs.
 *
 * @param folder that {@code repair apply} filled
 * @param record what it tells
 */
record GivenCopy(Path folder, RepairedCopy record) {
  private static final String ROLLOUT = "rollout";
  private static final String STORE = "store";

  /**
   * The copy that a migration names.
   *
   * @throws ConfigException if it is not finished, not the rollout's, or not of these histories
   */
  static Optional<GivenCopy> of(
      MigrationFile migration, List<MemoryFormat> formats, List<History> histories) {
    if (migration.repaired().isEmpty()) {
      return Optional.empty();
    }
    Path folder = migration.repaired().get();
    RepairedCopy record =
        RepairedCopy.find(folder)
            .orElseThrow(
                () ->
                    new ConfigException(
                        migration.place(STORE),
                        "there are no repaired stores in '%s': it has no %s"
                            .formatted(folder, RepairedCopy.FILE),
                        "give the folder that 'carryover repair apply --to' filled"));
    GivenCopy copy = new GivenCopy(folder, record);
    copy.requireFinished(migration);
    for (MemoryFormat format : formats) {
      for (History history : histories) {
        copy.requireHeld(migration, format.name(), history.id());
      }
    }
    return Optional.of(copy);
  }

  private void requireFinished(MigrationFile migration) {
    if (record.status() != Status.FINISHED) {
      throw new ConfigException(
          migration.place(STORE),
          "the repair in '%s' did not come to its end".formatted(folder),
          "run the same 'carryover repair apply' again: it goes on");
    }
    if (!migration.rollout().equals(rollout())) {
      throw new ConfigException(
          migration.place(ROLLOUT),
          "the rollout is '%s', and the stores in '%s' are '%s'"
              .formatted(migration.rollout(), folder, rollout()),
          "write 'rollout: %s', or leave the store out".formatted(rollout()));
    }
  }

  private void requireHeld(MigrationFile migration, String format, String history) {
    if (!record.notRepaired().contains(format) && record.row(history, format).isEmpty()) {
      throw new ConfigException(
          migration.place(STORE),
          "'%s' holds no %s store of history '%s'".formatted(folder, format, history),
          "give the histories and formats that were repaired, or repair these too");
    }
  }

  private String rollout() {
    return record.settings().getOrDefault(ROLLOUT, "");
  }

  /** Whether the store of a cell is one of these: the rollout's, on the way there. */
  boolean holds(Cell cell, MigrationFile migration) {
    return cell.treatment().equals(rollout())
        && cell.repeat() == 0
        && RepairRoute.of(migration, cell).from().equals(migration.old());
  }

  /**
   * The repaired store of a history.
   *
   * @throws RunException if it is not what was written
   */
  MemoryStore store(String format, History history) {
    Row row = record.row(history.id(), format).orElseThrow();
    MemoryStore store =
        new StoreFolder(folder.resolve(RepairedCopy.STORES))
            .find(row.store())
            .orElseThrow(
                () ->
                    new RunException(
                        "the repaired store '%s' of history '%s' is gone from '%s'; run 'carryover repair apply' again"
                            .formatted(row.store(), history.id(), folder)));
    if (!store.manifest().sha256().equals(row.sha256())) {
      throw new RunException(
          "store %s has the SHA-256 %s, and %s says %s; run 'carryover repair apply' to another folder"
              .formatted(
                  store.directory(), store.manifest().sha256(), RepairedCopy.FILE, row.sha256()));
    }
    return store;
  }

  /**
   * Looks whether a repaired store was made from the old store of this run.
   *
   * @throws RunException if not
   */
  void requireMadeFrom(MemoryStore old, MemoryStore repaired) {
    String ancestor =
        repaired.manifest().description().ancestor().map(made -> made.sha256()).orElse("nothing");
    if (!ancestor.equals(old.manifest().sha256())) {
      throw new RunException(
          "store %s was repaired from the store %s, and the old store of history '%s' is %s here: another one, other settings, or changed since; repair this one"
              .formatted(
                  repaired.directory(),
                  ancestor,
                  old.manifest().description().history(),
                  old.manifest().sha256()));
    }
  }

  /** An old store of this name, as it was repaired; empty where it was cleared away. */
  Optional<MemoryStore> old(String name) {
    return new StoreFolder(folder.resolve(RepairedCopy.WORK).resolve("stores")).find(name);
  }

  /** SHA-256 over the checksums of all its stores. */
  String digest() {
    return Digests.ofTexts(
        record.histories().stream()
            .map(row -> row.history() + " " + row.format() + " " + row.sha256())
            .toList());
  }
}
