package dev.carryover.migrations.plan;

import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StoreTarget;
import java.util.List;

/**
 * The repair that every format with a writer has: the new writer writes the raw history.
 *
 * @param format that writes
 */
record Rewrite(MemoryFormat format) implements RepairMethod {
  static final String NAME = "rewrite";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "has the new model write the raw history";
  }

  @Override
  public List<Rung> rungs() {
    return List.of(Rung.percent(100));
  }

  @Override
  public boolean needsHistory() {
    return true;
  }

  @Override
  public MemoryStore apply(Job job, StoreTarget target) {
    History raw =
        job.history()
            .orElseThrow(
                () ->
                    new SettingException(
                        "histories",
                        "'%s' needs the raw history of '%s'"
                            .formatted(NAME, job.store().manifest().description().history()),
                        "give the histories, or choose another repair"));
    return format.writer().write(raw, job.to(), job.seed(), target);
  }
}
