package dev.carryover.models.transformer.role;

import dev.carryover.models.transformer.KvCache;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Keeps the caches of passages that were read, because many questions are about the same ones: the
 * last used first, up to a size. Passages that several threads want are read once. Safe for use by
 * several threads.
 */
final class Prefills implements AutoCloseable {
  private final Function<List<String>, KvCache> reader;
  private final long mostBytes;
  private final Map<List<String>, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  /** A cache and how many use it. */
  private static final class Entry {
    private final CompletableFuture<KvCache> cache = new CompletableFuture<>();
    private final AtomicBoolean claimed = new AtomicBoolean();
    private int users;
    private long bytes;
  }

  /**
   * @param reader reads passages; the caches are closed here
   * @param mostBytes of the caches that nobody uses
   */
  Prefills(Function<List<String>, KvCache> reader, long mostBytes) {
    this.reader = reader;
    this.mostBytes = mostBytes;
  }

  /** What comes of a cache of these passages, which stays open meanwhile. */
  <T> T with(List<String> passages, Function<KvCache, T> use) {
    List<String> key = List.copyOf(passages);
    Entry entry = enter(key);
    try {
      if (entry.claimed.compareAndSet(false, true)) {
        read(key, entry);
      }
      return use.apply(entry.cache.join());
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    } finally {
      leave(entry);
    }
  }

  private Entry enter(List<String> key) {
    synchronized (entries) {
      Entry entry = entries.computeIfAbsent(key, unread -> new Entry());
      entry.users++;
      return entry;
    }
  }

  private void read(List<String> key, Entry entry) {
    try {
      KvCache cache = reader.apply(key);
      entry.bytes = cache.bytes();
      entry.cache.complete(cache);
    } catch (RuntimeException | Error e) {
      synchronized (entries) {
        entries.remove(key);
      }
      entry.cache.completeExceptionally(e);
    }
  }

  private void leave(Entry entry) {
    synchronized (entries) {
      entry.users--;
      long bytes = entries.values().stream().mapToLong(each -> each.bytes).sum();
      Iterator<Entry> oldest = entries.values().iterator();
      while (bytes > mostBytes && oldest.hasNext()) {
        Entry each = oldest.next();
        if (each.users == 0) {
          oldest.remove();
          bytes -= each.bytes;
          each.cache.join().close();
        }
      }
    }
  }

  @Override
  public void close() {
    synchronized (entries) {
      entries.values().forEach(entry -> entry.cache.thenAccept(KvCache::close));
      entries.clear();
    }
  }
}
