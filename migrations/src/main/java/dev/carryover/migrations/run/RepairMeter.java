package dev.carryover.migrations.run;

import dev.carryover.core.RepairPrice;
import dev.carryover.core.Usage;
import dev.carryover.core.embedding.MemoizedEmbedder;
import dev.carryover.core.spi.Components;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts what the repair of one store takes, also of what was embedded for another store before. A
 * repair that an output limit ended has failed and is charged its whole reserve of output; one
 * whose model returned nothing has failed too (spec 1.12).
 */
final class RepairMeter {
  private final long reserve;
  private final List<WriterCall> calls = new ArrayList<>();
  private final List<MemoizedEmbedder> embedders = new ArrayList<>();

  /**
   * @param reserve output tokens that writers may take for it
   */
  RepairMeter(long reserve) {
    this.reserve = reserve;
  }

  /** The same components, watched; those of both sides add up. */
  Components watch(Components components) {
    Optional<MemoizedEmbedder> embedder = components.indexEmbedder().map(MemoizedEmbedder::new);
    embedder.ifPresent(embedders::add);
    return new Components(
        components.writer().map(writer -> new MeteredWriter(writer, calls::add)),
        components.reader(),
        embedder.map(counted -> counted),
        components.queryEmbedder(),
        components.allowances());
  }

  /** Why it has failed by now; empty where it has not. */
  Optional<String> failure() {
    if (isLimited()) {
      return Optional.of(
          "the output limit of %d tokens ended it before it was done".formatted(reserve));
    }
    return calls.isEmpty() || calls.stream().anyMatch(WriterCall::said)
        ? Optional.empty()
        : Optional.of("the model returned nothing");
  }

  /** What was counted so far. */
  RepairPrice price() {
    Usage used = calls.stream().map(WriterCall::usage).reduce(Usage.NONE, Usage::plus);
    Usage charged =
        isLimited() ? new Usage(used.tokensIn(), Math.max(reserve, used.tokensOut())) : used;
    RepairPrice price =
        new RepairPrice(
                calls.size(),
                used,
                embedders.stream().mapToLong(MemoizedEmbedder::textsEmbedded).sum())
            .onDevice(calls.stream().mapToLong(WriterCall::deviceMicros).sum());
    return failure().map(why -> price.failed(why, charged)).orElse(price);
  }

  private boolean isLimited() {
    return calls.stream().anyMatch(WriterCall::cutOff);
  }
}
