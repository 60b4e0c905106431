package dev.carryover.migrations.analysis;

import dev.carryover.core.RepairPrice;
import dev.carryover.core.report.Treatment.Price;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What the repairs of one treatment took.
 *
 * @param byHistory in the plan's order; empty where nothing was repaired
 */
record RepairPrices(Map<String, RepairPrice> byHistory) {
  /**
   * Those of a treatment.
   *
   * @param journalled by the id of the cell that reads the repaired store
   */
  static RepairPrices of(Outcomes outcomes, SortedMap<String, RepairPrice> journalled) {
    Map<String, RepairPrice> prices = new LinkedHashMap<>();
    outcomes
        .treatment()
        .cell()
        .ifPresent(
            cell -> {
              for (String history : outcomes.histories().keySet()) {
                RepairPrice price = journalled.get(cell.withHistory(history).id());
                if (price != null) {
                  prices.put(history, price);
                }
              }
            });
    return new RepairPrices(prices);
  }

  /** The means over histories; absent where nothing was repaired. */
  Optional<Price> mean() {
    return byHistory.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Price(
                mean(RepairPrice::calls),
                mean(price -> price.usage().tokensIn()),
                mean(price -> price.usage().tokensOut()),
                mean(RepairPrice::embeddedTexts),
                byHistory.size(),
                (int) failed()));
  }

  /** The figures of one history by name; none where it was not repaired. */
  SortedMap<String, Double> of(String history) {
    SortedMap<String, Double> figures = new TreeMap<>();
    RepairPrice price = byHistory.get(history);
    if (price != null) {
      figures.put("price(calls)", (double) price.calls());
      figures.put("price(tokens-in)", (double) price.usage().tokensIn());
      figures.put("price(tokens-out)", (double) price.usage().tokensOut());
      figures.put("price(embedded-texts)", (double) price.embeddedTexts());
    }
    return figures;
  }

  private long failed() {
    return byHistory.values().stream().filter(price -> price.failure().isPresent()).count();
  }

  private double mean(ToLongFunction<RepairPrice> figure) {
    return byHistory.values().stream().mapToLong(figure).average().orElseThrow();
  }
}
