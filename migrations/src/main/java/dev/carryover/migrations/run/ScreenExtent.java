package dev.carryover.migrations.run;

import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.plan.Extent;

/** How much a screen measures: the new component on the old store, and the old side at most. */
final class ScreenExtent {
  private final MigrationFile migration;
  private final boolean baseline;

  /**
   * @param baseline whether an earlier run stands in for the old side
   */
  ScreenExtent(MigrationFile migration, boolean baseline) {
    this.migration = migration;
    this.baseline = baseline;
  }

  /**
   * The extent.
   *
   * @param askOld whether the old side is asked too
   * @throws ConfigException if the migration cannot be screened as written
   */
  Extent of(Subject subject, boolean askOld) {
    if (!migration.rollout().equals("keep")) {
      throw new ConfigException(
          migration.place("rollout"),
          "a screen asks the new component on the old store, and the rollout is '%s'"
              .formatted(migration.rollout()),
          "write 'rollout: keep', or use 'carryover gate'");
    }
    if (!subject.isUnasked()) {
      return askOld || baseline ? Extent.SCREEN_BESIDE_OLD : Extent.SCREEN;
    }
    if (baseline) {
      throw new ConfigException(
          "--baseline",
          "the histories hold no question that an earlier run could have answered",
          "leave it out: without questions the old embedder itself is compared");
    }
    return Extent.NEIGHBOURS;
  }
}
