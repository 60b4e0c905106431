package dev.carryover.models.transformer;

import java.util.Locale;

/** What was done to rotary frequencies so that a model reads on past its first context. */
public sealed interface RopeScaling {
  /** Nothing. */
  RopeScaling NONE = new Linear(1);

  /** The scaled frequency, in radians a position. */
  double applied(double frequency);

  /** It in words, with all that decides it. */
  String words();

  /**
   * Every position counts for less.
   *
   * @param factor by which frequencies are divided, at least 1
   */
  record Linear(double factor) implements RopeScaling {
    public Linear {
      requireFactor(factor);
    }

    @Override
    public double applied(double frequency) {
      return frequency / factor;
    }

    @Override
    public String words() {
      return factor == 1 ? "unscaled" : "linear by " + factor;
    }
  }

  /**
   * Llama 3.1's: slow frequencies are divided, fast ones kept, those between in between.
   *
   * @param factor by which slow ones are divided, at least 1
   * @param low slow is fewer turns than this in the first context
   * @param high fast is more turns than this in the first context
   * @param first positions of the context before
   */
  record Banded(double factor, double low, double high, int first) implements RopeScaling {
    public Banded {
      requireFactor(factor);
      if (!(low > 0 && high > low) || first < 1) {
        throw new IllegalArgumentException(
            "rope scaling between %s and %s turns in %d positions".formatted(low, high, first));
      }
    }

    @Override
    public double applied(double frequency) {
      double turns = first * frequency / (2 * Math.PI);
      double kept = Math.min(1, Math.max(0, (turns - low) / (high - low)));
      return kept * frequency + (1 - kept) * frequency / factor;
    }

    @Override
    public String words() {
      return String.format(
          Locale.ROOT, "llama3 by %s between %s and %s turns in %d", factor, low, high, first);
    }
  }

  private static void requireFactor(double factor) {
    if (!(factor >= 1) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException("rope scaling by " + factor);
    }
  }
}
