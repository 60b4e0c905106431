package dev.carryover.migrations.plan;

import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StoreTarget;
import java.util.List;

/**
 * The repair that every format with a writer has: the new writer writes the raw history, within a
 * share of its allowance of output.
 *
 * @param format that writes
 */
record Rewrite(MemoryFormat format) implements RepairMethod {
  static final String NAME = "rewrite";

  /** What runs elsewhere may not keep to an allowance. */
  private static final List<Rung> WHOLE = List.of(Rung.percent(100));

  /** Of the writer's allowance; the paper does not state its own, these are ours. */
  private static final List<Rung> SHARES =
      List.of(Rung.percent(25), Rung.percent(50), Rung.percent(100));

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
    return format.runsElsewhere() ? WHOLE : SHARES;
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
    String method = rungs().size() == 1 ? NAME : NAME + " " + job.rung().name();
    Ancestor ancestor = new Ancestor(job.store().manifest().sha256(), method);
    return format
        .writer()
        .write(
            raw,
            job.to().withWriterShare(job.rung()),
            job.seed(),
            (description, content) -> target.write(description.with(ancestor), content));
  }
}
