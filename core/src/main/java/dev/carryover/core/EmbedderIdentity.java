package dev.carryover.core;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Which vector space an embedding model really has: measured on texts that never change.
 *
 * @param name the model's name
 * @param dimension of its vectors
 * @param fingerprint first 16 hex digits of the SHA-256 over the vectors of {@link #CANARY_TEXTS},
 *     embedded as documents; equal on one machine, not always across machines. {@link #SERVICE}
 *     where a service embeds, which may differ in the last bits from call to call: there the {@link
 *     #canary} tells
 */
public record EmbedderIdentity(String name, int dimension, String fingerprint) {
  /** Two models whose canary vectors agree this well share one space (spec 1.13, rule 3). */
  public static final double SAME_SPACE_COSINE = 0.999;

  /** Stands for the fingerprint of what a service embeds. */
  public static final String SERVICE = "service";

  /** The texts whose vectors identify a space. Changing one changes every fingerprint. */
  public static final List<String> CANARY_TEXTS =
      List.of(
          "The ferry to the northern island leaves at a quarter past six.",
          "Her badge was replaced after the old one stopped opening the laboratory.",
          "def area(width, height): return width * height",
          "Interest rates rose for the third time this year.",
          "Pour the batter into a buttered tin and bake until golden.",
          "Who approved the change to the billing schema?",
          "Ticket 4821 was reassigned from Lena to Omar on Tuesday.",
          "Photosynthesis turns light, water and carbon dioxide into sugar.",
          "I never said that; you must be thinking of my brother.",
          "Le train de nuit pour Lisbonne est complet.",
          "2024-03-09 14:22:07 WARN disk usage above 90 %",
          "A short poem about rain on a tin roof.");

  public EmbedderIdentity {
    Texts.requireNotBlank("embedder name", name);
    Texts.requireNotBlank("embedder fingerprint", fingerprint);
    if (dimension < 1) {
      throw new IllegalArgumentException("embedder '" + name + "' has dimension " + dimension);
    }
  }

  /** The identity that a service shows. */
  public static EmbedderIdentity ofService(String name, List<float[]> canaries) {
    return new EmbedderIdentity(name, canaries.get(0).length, SERVICE);
  }

  /** The cosine of every two canary vectors, in order: what a space looks like from within. */
  public static List<Double> canary(List<float[]> canaries) {
    List<Double> cosines = new ArrayList<>();
    for (int i = 0; i < canaries.size(); i++) {
      for (int j = i + 1; j < canaries.size(); j++) {
        cosines.add(Math.round(1e4 * cosine(canaries.get(i), canaries.get(j))) / 1e4);
      }
    }
    return cosines;
  }

  private static double cosine(float[] one, float[] other) {
    double dot = 0;
    double ones = 0;
    double others = 0;
    for (int i = 0; i < one.length; i++) {
      dot += (double) one[i] * other[i];
      ones += (double) one[i] * one[i];
      others += (double) other[i] * other[i];
    }
    return dot / Math.sqrt(ones * others);
  }

  /**
   * The identity that a model shows.
   *
   * @param canaries its document vectors of {@link #CANARY_TEXTS}, in that order
   */
  public static EmbedderIdentity of(String name, List<float[]> canaries) {
    if (canaries.size() != CANARY_TEXTS.size()) {
      throw new IllegalArgumentException(
          "embedder '%s' returned %d vectors for %d canary texts"
              .formatted(name, canaries.size(), CANARY_TEXTS.size()));
    }
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      for (float[] vector : canaries) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * vector.length);
        bytes.asFloatBuffer().put(vector);
        sha256.update(bytes);
      }
      String hex = HexFormat.of().formatHex(sha256.digest());
      return new EmbedderIdentity(name, canaries.get(0).length, hex.substring(0, 16));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
