package dev.carryover.migrations.analysis;

import dev.carryover.core.Usage;
import dev.carryover.core.run.CallMeter.Price;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What tokens of services cost, by the service's name, as a run's record holds it. Prices are no
 * part of a plan: they may be given later.
 */
public final class Prices {
  private static final String PREFIX = "price.";

  private final SortedMap<String, Price> prices;

  private Prices(SortedMap<String, Price> prices) {
    this.prices = prices;
  }

  /** The entry of a record's settings as given that holds a price. */
  public static Map.Entry<String, String> entry(String service, Price price) {
    return Map.entry(PREFIX + service, price.in() + " " + price.out());
  }

  /** The prices among a record's settings as given. */
  static Prices of(SortedMap<String, String> given) {
    return new Prices(ofServices(given));
  }

  /** The same by the service's name; empty where none has a price. */
  public static SortedMap<String, Price> ofServices(SortedMap<String, String> given) {
    SortedMap<String, Price> prices = new TreeMap<>();
    given.forEach(
        (key, value) -> {
          if (key.startsWith(PREFIX)) {
            int space = value.indexOf(' ');
            prices.put(
                key.substring(PREFIX.length()),
                new Price(
                    Double.parseDouble(value.substring(0, space)),
                    Double.parseDouble(value.substring(space + 1))));
          }
        });
    return prices;
  }

  /** What that cost together; absent where a model that took tokens has no price. */
  OptionalDouble dollars(SortedMap<String, Usage> usage) {
    double sum = 0;
    for (Map.Entry<String, Usage> each : usage.entrySet()) {
      Price price = prices.get(each.getKey());
      if (price != null) {
        sum += price.dollars(each.getValue().tokensIn(), each.getValue().tokensOut());
      } else if (!each.getValue().equals(Usage.NONE)) {
        return OptionalDouble.empty();
      }
    }
    return prices.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum);
  }
}
