package dev.carryover.repair.cost;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What one model costs, in dollars. It is priced by what it does, by the hour in which it runs on
 * this machine, or by both.
 *
 * @param tokens where it reads and writes
 * @param thousandEmbeddings where it embeds: a thousand texts
 * @param gpuHour an hour on a device of the user's; {@link RepairCosts} says which time counts
 */
public record ModelPrice(
    Optional<Tokens> tokens, OptionalDouble thousandEmbeddings, OptionalDouble gpuHour) {
  public ModelPrice {
    Objects.requireNonNull(tokens, "tokens");
    thousandEmbeddings.ifPresent(ModelPrice::requirePrice);
    gpuHour.ifPresent(ModelPrice::requirePrice);
    if (Stream.of(tokens.isPresent(), thousandEmbeddings.isPresent(), gpuHour.isPresent())
        .noneMatch(given -> given)) {
      throw new IllegalArgumentException("it has no price");
    }
  }

  /** Dollars for a million tokens. */
  public record Tokens(double in, double out) {
    public Tokens {
      requirePrice(in);
      requirePrice(out);
    }
  }

  /** The price of a model that is paid by the token. */
  public static ModelPrice ofTokens(double in, double out) {
    return new ModelPrice(
        Optional.of(new Tokens(in, out)), OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** Whether what it writes has a price. */
  boolean coversTokens() {
    return tokens.isPresent() || gpuHour.isPresent();
  }

  /** Whether what it embeds has a price. */
  boolean coversEmbeddings() {
    return thousandEmbeddings.isPresent() || gpuHour.isPresent();
  }

  private static void requirePrice(double dollars) {
    if (!(dollars >= 0 && Double.isFinite(dollars))) {
      throw new IllegalArgumentException("a price is " + dollars + ", must be 0 or more");
    }
  }
}
