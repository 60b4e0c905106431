package dev.carryover.core.embedding;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.ServiceException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An embedder that remembers vectors by purpose and text until {@link #clear()}, and counts the
 * texts that it did not know. A text that another thread is embedding is waited for, not embedded
 * twice. Vectors are returned as copies.
 */
public final class MemoizedEmbedder implements Embedder {
  private final Embedder embedder;
  private final Map<Key, CompletableFuture<float[]>> known = new LinkedHashMap<>();
  private final AtomicLong embedded = new AtomicLong();

  private record Key(Purpose purpose, String text) {}

  /** Remembers what this embedder returns; closing closes it. */
  public MemoizedEmbedder(Embedder embedder) {
    this.embedder = Objects.requireNonNull(embedder, "embedder");
  }

  @Override
  public EmbedderIdentity identity() {
    return embedder.identity();
  }

  @Override
  public List<float[]> embed(List<String> texts, Purpose purpose) {
    Map<Key, CompletableFuture<float[]>> ours = new LinkedHashMap<>();
    List<CompletableFuture<float[]>> wanted = new ArrayList<>(texts.size());
    synchronized (known) {
      for (String text : texts) {
        Key key = new Key(purpose, text);
        CompletableFuture<float[]> vector = known.get(key);
        if (vector == null) {
          vector = new CompletableFuture<>();
          known.put(key, vector);
          ours.put(key, vector);
        }
        wanted.add(vector);
      }
    }
    if (!ours.isEmpty()) {
      embedNew(ours, purpose);
    }
    return wanted.stream().map(MemoizedEmbedder::copyOf).toList();
  }

  private void embedNew(Map<Key, CompletableFuture<float[]>> ours, Purpose purpose) {
    try {
      List<float[]> vectors =
          embedder.embed(ours.keySet().stream().map(Key::text).toList(), purpose);
      requireOneEach(embedder, ours.size(), vectors);
      embedded.addAndGet(ours.size());
      int i = 0;
      for (CompletableFuture<float[]> vector : ours.values()) {
        vector.complete(vectors.get(i++));
      }
    } catch (RuntimeException | Error e) {
      forget(ours);
      ours.values().forEach(vector -> vector.completeExceptionally(e));
      throw e;
    }
  }

  static void requireOneEach(Embedder embedder, int texts, List<float[]> vectors) {
    if (vectors.size() != texts) {
      throw new ServiceException(
          "embedder '%s' returned %d vectors for %d texts"
              .formatted(embedder.identity().name(), vectors.size(), texts));
    }
  }

  private void forget(Map<Key, CompletableFuture<float[]>> ours) {
    synchronized (known) {
      ours.forEach(known::remove);
    }
  }

  private static float[] copyOf(CompletableFuture<float[]> vector) {
    try {
      return vector.join().clone();
    } catch (CompletionException e) {
      throw new ServiceException(
          "a text that another call was embedding failed: " + e.getMessage(), e);
    }
  }

  /** Forgets every vector. The count goes on. */
  public void clear() {
    synchronized (known) {
      known.clear();
    }
  }

  /** How many texts it did not know and had embedded, since this was made. */
  public long textsEmbedded() {
    return embedded.get();
  }

  @Override
  public void close() {
    embedder.close();
  }
}
