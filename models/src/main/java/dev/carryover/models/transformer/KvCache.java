package dev.carryover.models.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What a model keeps of tokens that it has read: keys and values column by column, each with its
 * position and the token that it was computed for. It never changes; everything made from it is a
 * copy, for the caller to close. Safe for use by several threads until it is closed.
 */
public final class KvCache implements AutoCloseable {
  /** The token of a column that was trained and stands for no token. */
  public static final int NO_TOKEN = -1;

  /** Tokens read at a time: bounds the memory that scores take. */
  private static final int CHUNK = 512;

  private final Transformer model;
  private final NDManager manager;
  private final KeyValues keyValues;
  private final int[] positions;
  private final int[] ids;

  private KvCache(
      Transformer model, NDManager manager, KeyValues keyValues, int[] positions, int[] ids) {
    this.model = model;
    this.manager = manager;
    this.keyValues = keyValues;
    this.positions = positions;
    this.ids = ids;
  }

  /** Nothing read yet. */
  public static KvCache empty(Transformer model) {
    return new KvCache(model, model.newManager(), KeyValues.NONE, new int[0], new int[0]);
  }

  /**
   * Reads tokens at positions from 0.
   *
   * @throws ContextException if they are more than the model's context, before anything is computed
   */
  public static KvCache prefill(Transformer model, int[] ids) {
    return prefill(model, ids, 0);
  }

  /** The same at positions from {@code first}. */
  public static KvCache prefill(Transformer model, int[] ids, int first) {
    try (KvCache empty = empty(model)) {
      return empty.extended(ids, first);
    }
  }

  /**
   * A cache from arrays, as {@link #arrays} gives them. They are copied.
   *
   * @param positions one a column
   * @param ids one a column, {@link #NO_TOKEN} where there is none
   * @throws IllegalArgumentException if they do not fit the model's geometry or one another
   * @throws ContextException if there are positions that it was not trained for
   */
  public static KvCache of(
      Transformer model, SortedMap<String, NDArray> arrays, int[] positions, int[] ids) {
    return of(model, CacheArrays.unnamed(arrays), positions, ids);
  }

  /** A cache of these keys and values, which are copied and may belong to a gradient graph. */
  public static KvCache of(Transformer model, KeyValues keyValues, int[] positions, int[] ids) {
    CacheArrays.requireFit(model.geometry(), keyValues, positions, ids);
    model.requireReadable(
        IntStream.of(ids).filter(id -> id != NO_TOKEN).toArray(),
        IntStream.of(positions).max().orElse(-1) + 1);
    return made(model, keyValues, CacheArrays::apart, positions.clone(), ids.clone());
  }

  /**
   * Several caches as one: the first column of each stands right after the last of the one before
   * it, the very first at position 0. Where a cache was computed at other positions its keys are
   * turned there; what its tokens saw when they were read does not change.
   *
   * @param parts at least one, all of one model
   */
  public static KvCache compose(List<KvCache> parts) {
    Transformer model = parts.get(0).model;
    List<KvCache> moved = new ArrayList<>();
    try {
      int next = 0;
      for (KvCache part : parts) {
        if (part.model != model) {
          throw new IllegalArgumentException(
              "caches of '%s' and '%s' cannot be composed"
                  .formatted(model.identity().name(), part.model.identity().name()));
        }
        moved.add(part.moved(next));
        next = moved.get(moved.size() - 1).nextPosition();
      }
      return joined(model, moved);
    } finally {
      moved.forEach(KvCache::close);
    }
  }

  private static KvCache joined(Transformer model, List<KvCache> parts) {
    List<KvCache> filled = parts.stream().filter(part -> part.length() > 0).toList();
    if (filled.isEmpty()) {
      return empty(model);
    }
    return owning(
        model,
        filled.stream().flatMapToInt(part -> IntStream.of(part.positions)).toArray(),
        filled.stream().flatMapToInt(part -> IntStream.of(part.ids)).toArray(),
        own -> CacheArrays.joined(filled.stream().map(part -> part.keyValues).toList(), own));
  }

  /** This and more tokens, read after it. */
  public KvCache extended(int[] more) {
    return extended(more, nextPosition());
  }

  private KvCache extended(int[] more, int first) {
    model.requireReadable(more, Math.addExact(first, more.length));
    model.prepareThread();
    return owning(
        model,
        IntStream.concat(IntStream.of(positions), IntStream.range(first, first + more.length))
            .toArray(),
        IntStream.concat(IntStream.of(ids), IntStream.of(more)).toArray(),
        own -> read(more, first, own));
  }

  /** The keys and values of this and of more tokens. */
  private KeyValues read(int[] more, int first, NDManager own) {
    KeyValues all = KeyValues.NONE;
    if (length() > 0) {
      all = CacheArrays.each(keyValues, NDArray::duplicate, own);
    }
    for (int from = 0; from < more.length; from += CHUNK) {
      int to = Math.min(more.length, from + CHUNK);
      try (NDManager step = own.newSubManager()) {
        NDArray chunk = Transformer.array(List.of(Arrays.copyOfRange(more, from, to)), step);
        int[] at = IntStream.range(first + from, first + to).toArray();
        Optional<NDArray> mask = Optional.of(model.decoder().causal(to - from, 0, step));
        KeyValues fresh =
            model.decoder().branch(chunk, new int[][] {at}, all, KeyValues.NONE, mask).cache();
        KeyValues before = all;
        all = CacheArrays.joined(all.length() == 0 ? List.of(fresh) : List.of(all, fresh), own);
        before.keys().forEach(NDArray::close);
        before.values().forEach(NDArray::close);
      }
    }
    return all;
  }

  /** The same columns with the first at this position: keys are turned by the difference. */
  public KvCache moved(int first) {
    int by = length() == 0 ? 0 : first - positions[0];
    int[] at = IntStream.of(positions).map(position -> position + by).toArray();
    if (length() > 0) {
      model.requireReadable(new int[0], Arrays.stream(at).max().getAsInt() + 1);
    }
    if (by == 0) {
      return made(model, keyValues, NDArray::duplicate, at, ids);
    }
    model.prepareThread();
    int[] turns = new int[at.length];
    Arrays.fill(turns, by);
    return owning(model, at, ids, own -> turned(turns, own));
  }

  private KeyValues turned(int[] turns, NDManager own) {
    List<NDArray> keys =
        keyValues.keys().stream().map(key -> model.decoder().turned(key, turns, own)).toList();
    List<NDArray> values = new ArrayList<>();
    for (NDArray value : keyValues.values()) {
      values.add(CacheArrays.owned(value.duplicate(), own));
    }
    return new KeyValues(keys, values);
  }

  /** Columns from, inclusive, to, exclusive, at the positions that they have. */
  public KvCache slice(int from, int to) {
    return only(IntStream.range(from, to).toArray());
  }

  /** All columns but these, at the positions that they have. */
  public KvCache without(int... columns) {
    return only(
        IntStream.range(0, length())
            .filter(column -> IntStream.of(columns).noneMatch(gone -> gone == column))
            .toArray());
  }

  private KvCache only(int[] columns) {
    if (columns.length == 0) {
      return empty(model);
    }
    long[] numbers = IntStream.of(columns).asLongStream().toArray();
    int[] at = IntStream.of(columns).map(column -> positions[column]).toArray();
    int[] of = IntStream.of(columns).map(column -> ids[column]).toArray();
    try (NDManager scratch = model.newManager()) {
      NDArray index = scratch.create(numbers);
      return made(model, keyValues, array -> CacheArrays.columns(array, index), at, of);
    }
  }

  private static KvCache made(
      Transformer model, KeyValues from, UnaryOperator<NDArray> copy, int[] positions, int[] ids) {
    return owning(model, positions, ids, own -> CacheArrays.each(from, copy, own));
  }

  /** A cache in a manager of its own, which is closed where the arrays cannot be made. */
  private static KvCache owning(
      Transformer model, int[] positions, int[] ids, Function<NDManager, KeyValues> arrays) {
    NDManager own = model.newManager();
    try {
      return new KvCache(model, own, arrays.apply(own), positions, ids);
    } catch (RuntimeException | Error e) {
      own.close();
      throw e;
    }
  }

  /** The model that computed it. */
  public Transformer model() {
    return model;
  }

  /** Keys and values, to be read and not closed; one row. */
  public KeyValues keyValues() {
    return keyValues;
  }

  /** Columns. */
  public int length() {
    return positions.length;
  }

  /** The position of every column. */
  public int[] positions() {
    return positions.clone();
  }

  /** The token of every column, or {@link #NO_TOKEN}. */
  public int[] ids() {
    return ids.clone();
  }

  /** Where the next token stands: after the last position. */
  public int nextPosition() {
    return IntStream.of(positions).max().orElse(-1) + 1;
  }

  /** What keys and values take in memory. */
  public long bytes() {
    return length() * model.geometry().cachedPerPosition() * Float.BYTES;
  }

  /** Keys and values by a stable name, to be read and not closed; empty where nothing was read. */
  public SortedMap<String, NDArray> arrays() {
    return CacheArrays.named(keyValues);
  }

  @Override
  public void close() {
    manager.close();
  }
}
