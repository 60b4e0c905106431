package dev.carryover.repair.cost;

import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What models cost, by the names that a migration file gives them.
 *
 * @param source {@link #GIVEN}, {@link #OURS}, {@link #SERVICES} or {@link #NO_PRICES}
 */
public record PriceList(String source, SortedMap<String, ModelPrice> models) {
  /** A file of the user's. */
  public static final String GIVEN = "given";

  /** The list that ships. */
  public static final String OURS = "ours";

  /** The prices of services in the migration file. */
  public static final String SERVICES = "services";

  /** There are none. */
  public static final String NO_PRICES = "none";

  /** A list without prices. */
  public static final PriceList NONE = new PriceList(NO_PRICES, Collections.emptySortedMap());

  public PriceList {
    Objects.requireNonNull(source, "source");
    models = Collections.unmodifiableSortedMap(new TreeMap<>(models));
  }

  /** The prices of services; {@link #NONE} where no service has one. */
  public static PriceList ofServices(SortedMap<String, ModelPrice> prices) {
    return prices.isEmpty() ? NONE : new PriceList(SERVICES, prices);
  }

  /** Whether a model that it lacks is an error, as the user chose the list for this run. */
  public boolean mustBeComplete() {
    return source.equals(GIVEN) || source.equals(OURS);
  }

  /** What a model costs; empty where the list does not name it. */
  public Optional<ModelPrice> of(String model) {
    return Optional.ofNullable(models.get(model));
  }
}
