package dev.carryover.models.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.carryover.core.ModelIdentity;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A decoder with its tokenizer, ready to read and write. Safe for use by several threads until it
 * is closed.
 */
public final class Transformer implements AutoCloseable {
  private final NDManager owner;
  private final Decoder decoder;
  private final Tokens tokens;
  private final Threads threads;
  private final ModelIdentity identity;

  /**
   * Fingerprints the weights, so they may not change from now on.
   *
   * @param name what it is called
   * @param owner of the weights; closed with this, as is the tokenizer
   * @throws IllegalArgumentException if the tokenizer gives ids that the embedding has no row for
   */
  public Transformer(
      String name, NDManager owner, Geometry geometry, Weights weights, Tokens tokens) {
    if (tokens.size() > geometry.vocabulary()) {
      throw new IllegalArgumentException(
          "the tokenizer of '%s' gives %d ids, its weights know %d: it is another model's"
              .formatted(name, tokens.size(), geometry.vocabulary()));
    }
    this.owner = owner;
    this.decoder = new Decoder(geometry, weights);
    this.tokens = tokens;
    this.threads = Threads.forNumbers(weights.count());
    this.identity =
        new ModelIdentity(
            name,
            Optional.of(WeightsDigest.of(weights)),
            Optional.of(tokens.hash()),
            OptionalInt.of(geometry.context()),
            facts(geometry),
            List.of());
  }

  private static SortedMap<String, String> facts(Geometry geometry) {
    SortedMap<String, String> facts = new TreeMap<>();
    facts.put("dtype", "float32");
    facts.put(
        "geometry",
        String.format(
            Locale.ROOT,
            "%d layers, %d wide, %d heads on %d of %d, inner %d, vocabulary %d%s%s",
            geometry.layers(),
            geometry.width(),
            geometry.heads(),
            geometry.keyValueHeads(),
            geometry.headSize(),
            geometry.inner(),
            geometry.vocabulary(),
            geometry.biased() ? ", biased" : "",
            geometry.tied() ? ", tied" : ""));
    facts.put("norm_epsilon", Double.toString(geometry.normEpsilon()));
    facts.put("rope", "base " + geometry.ropeBase() + ", " + geometry.ropeScaling().words());
    return facts;
  }

  /** Who it is: its revision is a SHA-256 over its weights. */
  public ModelIdentity identity() {
    return identity;
  }

  /** Its shape. */
  public Geometry geometry() {
    return decoder.geometry();
  }

  /** Its forward pass. */
  public Decoder decoder() {
    return decoder;
  }

  /** Its tokenizer. */
  public Tokens tokens() {
    return tokens;
  }

  /** A manager on its device for the caller to close; gone with this at the latest. */
  public NDManager newManager() {
    return owner.newSubManager();
  }

  /** Lets the calling thread compute with as many threads as this model is worth. */
  public void prepareThread() {
    threads.use();
  }

  /**
   * Verifies that token ids can be read at positions before {@code end}.
   *
   * @throws ContextException if there are positions that it was not trained for
   * @throws IllegalArgumentException if an id is none of its own
   */
  void requireReadable(int[] ids, int end) {
    if (end > geometry().context()) {
      throw new ContextException(identity.name(), end, geometry().context());
    }
    for (int id : ids) {
      if (id < 0 || id >= geometry().vocabulary()) {
        throw new IllegalArgumentException(
            "token %d is none of the %d of '%s': another tokenizer gave it"
                .formatted(id, geometry().vocabulary(), identity.name()));
      }
    }
  }

  /** Token ids as an array [B, T] of this manager; every row is as long as the first. */
  static NDArray array(List<int[]> rows, NDManager manager) {
    long[][] numbers = new long[rows.size()][];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = new long[rows.get(i).length];
      for (int j = 0; j < numbers[i].length; j++) {
        numbers[i][j] = rows.get(i)[j];
      }
    }
    return manager.create(numbers);
  }

  @Override
  public void close() {
    decoder.close();
    tokens.close();
    owner.close();
  }
}
