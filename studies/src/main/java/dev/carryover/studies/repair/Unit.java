package dev.carryover.studies.repair;

import dev.carryover.core.RepairPrice;
import java.util.function.ToLongFunction;

/** What the cost of a repair counts. One method has one unit, so that its costs can be compared. */
enum Unit {
  /** Read and written by models. */
  TOKENS("tokens", price -> price.usage().tokensIn() + price.usage().tokensOut()),
  /** Of models that count no tokens, as those built in. */
  CALLS("calls", RepairPrice::calls),
  /** Embedded by an embedder. */
  TEXTS("texts", RepairPrice::embeddedTexts);

  private final String label;
  private final ToLongFunction<RepairPrice> count;

  Unit(String label, ToLongFunction<RepairPrice> count) {
    this.label = label;
    this.count = count;
  }

  /** The word in reports. */
  String label() {
    return label;
  }

  /** What a repair of one history cost. */
  double cost(RepairPrice price) {
    return count.applyAsLong(price);
  }
}
