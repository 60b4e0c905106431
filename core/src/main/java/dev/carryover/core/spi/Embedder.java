package dev.carryover.core.spi;

import dev.carryover.core.EmbedderIdentity;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Turns texts into vectors of one space. Safe for use by several threads. */
public interface Embedder extends Preflight, AutoCloseable {
  /** What a text is embedded for: some models want a prefix that depends on it. */
  enum Purpose {
    DOCUMENT,
    QUERY
  }

  /** The space, measured from the running model. */
  EmbedderIdentity identity();

  /** All that its vectors depend on beside its identity: prefixes; may be empty. */
  default SortedMap<String, String> settings() {
    return new TreeMap<>();
  }

  /** Whether its vectors can be seen here; else it works within a memory and is but a name. */
  default boolean measurable() {
    return true;
  }

  /**
   * What its space looks like, where a service embeds: {@link EmbedderIdentity#canary} of its
   * canary texts. Empty for a model in this process, whose fingerprint tells.
   */
  default List<Double> canary() {
    return List.of();
  }

  /**
   * One vector for each text, in order, each of the identity's dimension and of unit length.
   *
   * @throws ServiceException if the model cannot be reached or returns what is no vector
   */
  List<float[]> embed(List<String> texts, Purpose purpose);

  /** Lets go of threads and native memory; nothing by default. */
  @Override
  default void close() {}
}
