package dev.carryover.core.embedding;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.VectorMemory;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Vectors that runs one after the other have in common, by the embedder's identity and settings,
 * the purpose and the text. Bounded; the least recently used are given up first. What a service
 * embeds is not remembered, since its name does not tell which model answers. Safe for use by
 * several threads.
 */
public final class SharedVectors implements VectorMemory {
  /** What an entry takes beside its text and its numbers, about. */
  private static final int OVERHEAD_BYTES = 150;

  private static final int HEAP_SHARE = 8;
  private static final float LOAD = 0.75f;

  private final long most;
  private final Map<Key, float[]> known = new LinkedHashMap<>(1024, LOAD, true);
  private long bytes;

  private record Space(EmbedderIdentity identity, SortedMap<String, String> settings) {}

  private record Key(Space space, Purpose purpose, String text) {
    private long bytes(float[] vector) {
      return OVERHEAD_BYTES + (long) Character.BYTES * text.length() + Float.BYTES * vector.length;
    }
  }

  /** A memory of an eighth of the heap. */
  public SharedVectors() {
    this(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  /**
   * @param most bytes that it may take, about
   */
  SharedVectors(long most) {
    this.most = most;
  }

  @Override
  public Embedder over(Embedder embedder) {
    return embedder.identity().fingerprint().equals(EmbedderIdentity.SERVICE)
        ? embedder
        : new Remembering(embedder);
  }

  private synchronized Map<String, float[]> find(Space space, Purpose purpose, List<String> texts) {
    Map<String, float[]> found = new LinkedHashMap<>();
    for (String text : texts) {
      float[] vector = known.get(new Key(space, purpose, text));
      if (vector != null) {
        found.put(text, vector);
      }
    }
    return found;
  }

  private synchronized void keep(Key key, float[] vector) {
    if (known.putIfAbsent(key, vector) == null) {
      bytes += key.bytes(vector);
    }
    Iterator<Map.Entry<Key, float[]>> oldest = known.entrySet().iterator();
    while (bytes > most) {
      Map.Entry<Key, float[]> entry = oldest.next();
      bytes -= entry.getKey().bytes(entry.getValue());
      oldest.remove();
    }
  }

  private final class Remembering implements Embedder {
    private final Embedder embedder;
    private final Space space;

    private Remembering(Embedder embedder) {
      this.embedder = embedder;
      this.space = new Space(embedder.identity(), embedder.settings());
    }

    @Override
    public EmbedderIdentity identity() {
      return space.identity();
    }

    @Override
    public SortedMap<String, String> settings() {
      return space.settings();
    }

    @Override
    public List<float[]> embed(List<String> texts, Purpose purpose) {
      Map<String, float[]> vectors = find(space, purpose, texts);
      Set<String> missing = new LinkedHashSet<>(texts);
      missing.removeAll(vectors.keySet());
      if (!missing.isEmpty()) {
        List<String> fresh = List.copyOf(missing);
        List<float[]> embedded = embedder.embed(fresh, purpose);
        MemoizedEmbedder.requireOneEach(embedder, fresh.size(), embedded);
        for (int i = 0; i < fresh.size(); i++) {
          vectors.put(fresh.get(i), embedded.get(i));
          keep(new Key(space, purpose, fresh.get(i)), embedded.get(i));
        }
      }
      List<float[]> all = new ArrayList<>(texts.size());
      texts.forEach(text -> all.add(vectors.get(text)));
      return all;
    }

    @Override
    public void close() {
      embedder.close();
    }
  }
}
