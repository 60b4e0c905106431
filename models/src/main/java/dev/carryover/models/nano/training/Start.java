package dev.carryover.models.nano.training;

import ai.djl.ndarray.types.Shape;
import dev.carryover.models.transformer.Geometry;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/**
 * Random weights that stand near a matcher of recent words, which spares the long time before
 * recall appears. In the first layer each head looks at a soft window some tokens back and all
 * heads carry nearly the same values, so that a position holds the words of its last seven tokens.
 * In the later layers keys are like queries, so that positions with the same words attend to one
 * another, but not to their own neighbourhood, and what is attended to is copied. The biases make
 * such windows: under rotary positions, constant queries and keys score a distance by a sum of
 * cosines.
 */
final class Start {
  private static final double[] WINDOWS = {1, 2.5, 4, 5.5};

  private final Geometry geometry;
  private final Random random;
  private final Map<String, float[]> values = new LinkedHashMap<>();

  private Start(Geometry geometry, long seed) {
    this.geometry = geometry;
    this.random = new Random(seed);
  }

  /** The weights by name. */
  static Map<String, float[]> weights(Geometry geometry, long seed) {
    Start start = new Start(geometry, seed);
    Parameters.shapes(geometry).forEach(start::plain);
    for (int layer = 0; layer < geometry.layers(); layer++) {
      start.attention(layer);
    }
    return start.values;
  }

  private void plain(String name, Shape shape) {
    float[] value = new float[(int) shape.size()];
    if (name.endsWith("norm.weight")) {
      Arrays.fill(value, 1);
    } else if (shape.dimension() == 2) {
      boolean embedding = name.contains("embed");
      double size = embedding ? 0.1 : 1 / Math.sqrt(shape.get(1));
      fillNormal(value, name.contains("down_proj") ? 0.05 * size : size);
    }
    values.put(name, value);
  }

  private void fillNormal(float[] value, double size) {
    for (int i = 0; i < value.length; i++) {
      value[i] = (float) (size * random.nextGaussian());
    }
  }

  private float[] of(int layer, String name) {
    float[] value = values.get("model.layers." + layer + ".self_attn." + name);
    if (value == null) {
      throw new IllegalStateException("no weights " + name);
    }
    return value;
  }

  private void attention(int layer) {
    for (int head = 0; head < geometry.heads(); head++) {
      double window = layer == 0 ? WINDOWS[head % WINDOWS.length] : 0;
      Band band = layer == 0 ? new Band(0.02, 0.6, 2.5) : new Band(0.005, 0.3, -1.2);
      bias(of(layer, "q_proj.bias"), of(layer, "k_proj.bias"), head, window, band);
    }
    if (layer == 0) {
      shareValues(of(0, "v_proj.weight"));
      scale(of(0, "q_proj.weight"), 0.2);
      scale(of(0, "k_proj.weight"), 0.2);
    } else {
      match(of(layer, "q_proj.weight"), of(layer, "k_proj.weight"));
    }
    copyOut(of(layer, "v_proj.weight"), of(layer, "o_proj.weight"), layer == 0 ? 0.15 : 0.12);
  }

  /** Frequencies that take part, from and to, and the height of the score at the window. */
  private record Band(double least, double most, double height) {}

  private double frequency(int i) {
    return Math.pow(geometry.ropeBase(), -2.0 * i / geometry.headSize());
  }

  /** The score of a distance: height * 6 * the mean of cos((distance - window) * frequency). */
  private void bias(float[] query, float[] key, int head, double window, Band band) {
    int half = geometry.headSize() / 2;
    int members = 0;
    for (int i = 0; i < half; i++) {
      members += in(band, i) ? 1 : 0;
    }
    double size =
        Math.sqrt(
            Math.abs(band.height()) * Math.sqrt(geometry.headSize()) * 6 / Math.max(1, members));
    int from = head * geometry.headSize();
    for (int i = 0; i < half; i++) {
      if (in(band, i)) {
        double turn = window * frequency(i);
        query[from + i] = (float) (Math.signum(band.height()) * size * Math.cos(turn));
        query[from + half + i] = (float) (-Math.signum(band.height()) * size * Math.sin(turn));
        key[from + i] = (float) size;
      }
    }
  }

  private boolean in(Band band, int i) {
    return frequency(i) >= band.least() && frequency(i) <= band.most();
  }

  private void shareValues(float[] values) {
    float[] shared = new float[geometry.headSize() * geometry.width()];
    fillNormal(shared, 1 / Math.sqrt(geometry.width()));
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (0.9 * shared[i % shared.length] + 0.45 * values[i]);
    }
  }

  /** Content goes into the slow frequencies; keys are queries with some noise. */
  private void match(float[] query, float[] key) {
    int width = geometry.width();
    int half = geometry.headSize() / 2;
    float[] noise = new float[key.length];
    fillNormal(noise, 0.2 / Math.sqrt(width));
    for (int i = 0; i < query.length; i++) {
      double slow = frequency(i / width % half) > 0.06 ? 0.3 : 1;
      double content = slow * query[i];
      key[i] = (float) (content + noise[i]);
      query[i] = (float) (1.5 * content);
    }
  }

  private void copyOut(float[] values, float[] output, double share) {
    int rows = geometry.heads() * geometry.headSize();
    float[] noise = new float[output.length];
    fillNormal(noise, 0.02 / Math.sqrt(rows));
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < geometry.width(); i++) {
        int at = i * rows + row;
        output[at] = (float) (share * values[row * geometry.width() + i] + noise[at]);
      }
    }
  }

  private static void scale(float[] values, double by) {
    for (int i = 0; i < values.length; i++) {
      values[i] *= (float) by;
    }
  }
}
