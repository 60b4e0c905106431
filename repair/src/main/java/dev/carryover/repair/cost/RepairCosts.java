package dev.carryover.repair.cost;

import dev.carryover.core.RepairPrice;
import dev.carryover.core.run.PlannedRepair.Needs;
import dev.carryover.core.spi.SettingException;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Turns what repairs of one format took, one way, into a cost in one unit, so that they can be
 * compared.
 *
 * <p>Where every model that works on them has a price the unit is the dollar: tokens, embedded
 * texts, and time at the dearest hour among its models. The time is that in which a model kept a
 * device busy, where that was measured for all that are priced by the hour; else the wall time of
 * the repair, waiting included; none where no model worked. Where one has no price, unlike things
 * are not added up: tokens in and out are counted where no repair embeds, texts where none takes
 * tokens, and calls, an embedded text being one, where some do both.
 */
public final class RepairCosts {
  private static final double MILLION = 1e6;
  private static final double THOUSAND = 1e3;
  private static final double MICROS_PER_HOUR = 3.6e9;

  private final PriceList prices;
  private final RepairPlayers players;
  private final Unit unit;

  /** What a cost is counted in. */
  public enum Unit {
    /** Dollars. */
    DOLLARS("dollars"),
    /** Tokens that models read and wrote. */
    TOKENS("tokens"),
    /** Texts that were embedded. */
    TEXTS("texts"),
    /** Calls of models, an embedded text being one. */
    CALLS("calls");

    private final String label;

    Unit(String label) {
      this.label = label;
    }

    /** As reports name it. */
    public String label() {
      return label;
    }
  }

  private RepairCosts(PriceList prices, RepairPlayers players, Unit unit) {
    this.prices = prices;
    this.players = players;
    this.unit = unit;
  }

  /**
   * The costs of a format's repairs one way.
   *
   * @param taken what all of them took, which decides the unit where prices are missing
   * @throws SettingException if the list was given for this run and lacks a model
   */
  public static RepairCosts of(
      PriceList prices, RepairPlayers players, Collection<RepairPrice> taken) {
    require(prices, players);
    return new RepairCosts(
        prices,
        players,
        missing(prices, players).isEmpty() && !prices.models().isEmpty()
            ? Unit.DOLLARS
            : unpriced(taken));
  }

  /**
   * Looks whether a list names all who work on repairs.
   *
   * @throws SettingException if it was given for this run and lacks one
   */
  public static void require(PriceList prices, RepairPlayers players) {
    if (prices.mustBeComplete()) {
      missing(prices, players)
          .ifPresent(
              model -> {
                throw new SettingException(
                    "--prices",
                    "%s has no price for what '%s' does in a repair"
                        .formatted(
                            prices.source().equals(PriceList.OURS) ? "our list" : "the price file",
                            model),
                    "add '%s' under 'models' with per_million_tokens_in and per_million_tokens_out, per_1000_embeddings, or per_gpu_hour where it runs here; or leave --prices out, and tokens, texts or calls are counted"
                        .formatted(model));
              });
    }
  }

  /** What costs are counted in. */
  public Unit unit() {
    return unit;
  }

  /** Whether they depend on how long repairs took. */
  public boolean byTheHour() {
    return unit == Unit.DOLLARS && hour() > 0;
  }

  /**
   * The cost of one repair of one history.
   *
   * @param needs one that is fitted on a sample embeds it with both embedders alike; others embed
   *     with the new one
   */
  public double of(RepairPrice price, Needs needs) {
    double tokens = (double) price.usage().tokensIn() + price.usage().tokensOut();
    return switch (unit) {
      case DOLLARS ->
          tokens(price) + embeddings(price, needs) + hour() * micros(price) / MICROS_PER_HOUR;
      case TOKENS -> tokens;
      case TEXTS -> price.embeddedTexts();
      case CALLS -> (double) price.calls() + price.embeddedTexts();
    };
  }

  private double tokens(RepairPrice price) {
    return players
        .writer()
        .flatMap(prices::of)
        .flatMap(ModelPrice::tokens)
        .map(
            rate ->
                (price.usage().tokensIn() * rate.in() + price.usage().tokensOut() * rate.out())
                    / MILLION)
        .orElse(0.0);
  }

  private double embeddings(RepairPrice price, Needs needs) {
    double there = rate(players.newEmbedder());
    double each = needs == Needs.SAMPLE ? (rate(players.oldEmbedder()) + there) / 2 : there;
    return price.embeddedTexts() * each / THOUSAND;
  }

  private double rate(Optional<String> embedder) {
    return embedder
        .flatMap(prices::of)
        .map(price -> price.thousandEmbeddings().orElse(0))
        .orElse(0.0);
  }

  /** The dearest hour among those who work: they share one machine. */
  private double hour() {
    return players.all().stream()
        .flatMap(model -> prices.of(model).stream())
        .mapToDouble(price -> price.gpuHour().orElse(0))
        .max()
        .orElse(0);
  }

  /** The time that is priced by the hour. Of embedders no time on a device is measured. */
  private long micros(RepairPrice price) {
    if (price.calls() == 0 && price.embeddedTexts() == 0) {
      return 0;
    }
    boolean embedsByTheHour =
        players.embedders().stream()
            .flatMap(embedder -> prices.of(embedder).stream())
            .anyMatch(embedder -> embedder.gpuHour().isPresent());
    return embedsByTheHour || price.deviceMicros() == 0 ? price.micros() : price.deviceMicros();
  }

  private static Optional<String> missing(PriceList prices, RepairPlayers players) {
    return Stream.concat(
            players.writer().stream()
                .filter(writer -> !prices.of(writer).map(ModelPrice::coversTokens).orElse(false)),
            players.embedders().stream()
                .filter(
                    embedder ->
                        !prices.of(embedder).map(ModelPrice::coversEmbeddings).orElse(false)))
        .findFirst();
  }

  private static Unit unpriced(Collection<RepairPrice> taken) {
    boolean embeds = taken.stream().anyMatch(price -> price.embeddedTexts() > 0);
    boolean writes =
        taken.stream().anyMatch(p -> p.usage().tokensIn() > 0 || p.usage().tokensOut() > 0);
    return !embeds ? Unit.TOKENS : writes ? Unit.CALLS : Unit.TEXTS;
  }
}
