package dev.carryover.migrations.run;

import dev.carryover.core.RepairPrice;
import dev.carryover.core.Usage;
import dev.carryover.core.embedding.MemoizedEmbedder;
import dev.carryover.core.spi.Components;
import java.util.Optional;

/**
 * Counts what the repair of one store takes, also of what was embedded for another store before.
 */
final class RepairMeter {
  private long calls;
  private Usage usage = Usage.NONE;
  private Optional<MemoizedEmbedder> embedder = Optional.empty();

  /** The same components, watched. */
  Components watch(Components components) {
    embedder = components.indexEmbedder().map(MemoizedEmbedder::new);
    return new Components(
        components.writer().map(writer -> new MeteredWriter(writer, this::called)),
        components.reader(),
        embedder.map(counted -> counted),
        components.queryEmbedder(),
        components.allowances());
  }

  private void called(Usage call) {
    calls++;
    usage = usage.plus(call);
  }

  /** What was counted so far. */
  RepairPrice price() {
    return new RepairPrice(calls, usage, embedder.map(MemoizedEmbedder::textsEmbedded).orElse(0L));
  }
}
