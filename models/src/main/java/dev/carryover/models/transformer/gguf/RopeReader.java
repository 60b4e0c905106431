package dev.carryover.models.transformer.gguf;

import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.RopeScaling;
import java.util.Optional;

/** What a file says of its rotary positions. */
final class RopeReader {
  static final String BASE = "rope.freq_base";
  static final double DEFAULT_BASE = 10_000;

  /** What frequencies were divided by, a number for each. */
  static final String FACTORS = "rope_freqs.weight";

  /** Turns within which Llama 3.1 and later scale, and their context before. */
  private static final double LOW = 1;

  private static final double HIGH = 4;
  private static final int FIRST = 8_192;
  private static final double TOLERANCE = 1e-4;

  private final GgufFile file;
  private final Metadata metadata;
  private final String architecture;

  RopeReader(GgufFile file, String architecture) {
    this.file = file;
    this.metadata = file.metadata();
    this.architecture = architecture;
  }

  /**
   * How its frequencies are scaled.
   *
   * @throws SourceException if it is done in a way that cannot be computed here
   */
  RopeScaling scaling(int headSize) {
    String type = metadata.text(key("rope.scaling.type")).orElse("none");
    Optional<Tensor> factors = file.tensor(FACTORS);
    double old = metadata.number(key("rope.scale_linear")).orElse(1);
    if (type.equals("none") && factors.isEmpty() && old == 1) {
      return RopeScaling.NONE;
    }
    if (type.equals("linear") && factors.isEmpty()) {
      return new RopeScaling.Linear(metadata.number(key("rope.scaling.factor")).orElse(old));
    }
    if (type.equals("none") && factors.isPresent() && old == 1) {
      return banded(factors.get(), headSize);
    }
    throw unsupported("'" + type + "'");
  }

  /** Llama 3's scaling, of which the file keeps the outcome only, so that it is held against it. */
  private RopeScaling banded(Tensor tensor, int headSize) {
    float[] factors = new float[tensor.elements()];
    file.read(tensor, factors, 0);
    double slowest = 1;
    for (float factor : factors) {
      slowest = Math.max(slowest, factor);
    }
    var scaling = new RopeScaling.Banded(slowest, LOW, HIGH, FIRST);
    double base = metadata.number(key(BASE)).orElse(DEFAULT_BASE);
    for (int i = 0; i < factors.length; i++) {
      double frequency = Math.pow(base, -2.0 * i / headSize);
      double expected = frequency / scaling.applied(frequency);
      if (factors.length != headSize / 2
          || !(Math.abs(factors[i] - expected) <= TOLERANCE * expected)) {
        throw unsupported("by " + FACTORS + ", which are not Llama 3's");
      }
    }
    return scaling;
  }

  private SourceException unsupported(String how) {
    return Damage.unsupported(
        file.path(),
        "its rotary positions are scaled " + how,
        "take a model with plain, linear or Llama 3's scaling, or serve this one by llama.cpp");
  }

  private String key(String name) {
    return architecture + "." + name;
  }
}
