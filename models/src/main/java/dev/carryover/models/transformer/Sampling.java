package dev.carryover.models.transformer;

import java.util.List;

/**
 * How tokens are chosen and when to stop.
 *
 * @param maxTokens at least 1
 * @param temperature 0 for the likeliest token, else what logarithms are divided by
 * @param seed of the choices where the temperature is not 0
 * @param stops texts that end the answer and are no part of it
 */
public record Sampling(int maxTokens, double temperature, long seed, List<String> stops) {
  public Sampling {
    stops = List.copyOf(stops);
    if (maxTokens < 1 || !(temperature >= 0) || Double.isInfinite(temperature)) {
      throw new IllegalArgumentException(
          "%d tokens at temperature %s".formatted(maxTokens, temperature));
    }
    if (stops.contains("")) {
      throw new IllegalArgumentException("an empty stop text would end every answer");
    }
  }

  /** The likeliest token every time. */
  public static Sampling greedy(int maxTokens, String... stops) {
    return new Sampling(maxTokens, 0, 0, List.of(stops));
  }
}
