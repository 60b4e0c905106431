package dev.carryover.migrations.run;

import dev.carryover.core.RepairPrice;
import dev.carryover.core.Usage;
import dev.carryover.core.embedding.MemoizedEmbedder;
import dev.carryover.core.spi.Components;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts what the repair of one store takes, also of what was embedded for another store before.
 */
final class RepairMeter {
  private long calls;
  private Usage usage = Usage.NONE;
  private final List<MemoizedEmbedder> embedders = new ArrayList<>();

  /** The same components, watched; those of both sides add up. */
  Components watch(Components components) {
    Optional<MemoizedEmbedder> embedder = components.indexEmbedder().map(MemoizedEmbedder::new);
    embedder.ifPresent(embedders::add);
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
    return new RepairPrice(
        calls, usage, embedders.stream().mapToLong(MemoizedEmbedder::textsEmbedded).sum());
  }
}
