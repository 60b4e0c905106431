package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Usage;
import dev.carryover.core.embedding.MemoizedEmbedder;
import dev.carryover.core.run.Journal;
import dev.carryover.core.spi.Allowances;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.VectorMemory;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.migrations.file.MigrationFile.Side;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The running components by name. Within a history a text is embedded once for each repeat; a
 * repeat never sees another's vectors or answers.
 */
final class Roster {
  private final Map<String, WriterModel> writers = new LinkedHashMap<>();
  private final Map<String, ReaderModel> readers;
  private final Map<String, Embedder> embedders;
  private final Map<String, EmbedderIdentity> gone;
  private final Allowances allowances;
  private final VectorMemory vectors;
  private final SortedMap<String, Usage> writing = new TreeMap<>();
  private final Map<String, MemoizedEmbedder> memoized = new LinkedHashMap<>();
  private final Map<String, MemoizedEmbedder> sampling = new LinkedHashMap<>();
  private final Map<String, ReaderModel> repeated = new LinkedHashMap<>();

  /**
   * @param gone the spaces of embedders that do not run any more
   * @param vectors what other runs embedded, for all that is no repeat
   */
  Roster(
      Map<String, WriterModel> writers,
      Map<String, ReaderModel> readers,
      Map<String, Embedder> embedders,
      Map<String, EmbedderIdentity> gone,
      Allowances allowances,
      VectorMemory vectors) {
    this.gone = new LinkedHashMap<>(gone);
    writers.forEach(
        (name, writer) ->
            this.writers.put(name, new MeteredWriter(writer, call -> written(name, call.usage()))));
    this.readers = new LinkedHashMap<>(readers);
    this.embedders = new LinkedHashMap<>(embedders);
    this.allowances = allowances;
    this.vectors = vectors;
  }

  /** What all writers and readers get alike. */
  Allowances allowances() {
    return allowances;
  }

  EmbedderIdentity identity(String embedder) {
    EmbedderIdentity known = gone.get(embedder);
    return known != null && !embedders.containsKey(embedder) ? known : live(embedder).identity();
  }

  /** Whether a reader runs. */
  boolean reads(String reader) {
    return readers.containsKey(reader);
  }

  /** Whether an embedder runs. */
  boolean runs(String embedder) {
    return embedders.containsKey(embedder);
  }

  /** Who a writer is; nothing where it does not run. */
  Optional<ModelIdentity> writerIdentity(String writer) {
    return Optional.ofNullable(writers.get(writer)).map(WriterModel::identity);
  }

  /** All that a writer's writing depends on beside its identity; nothing where it does not run. */
  SortedMap<String, String> writerSettings(String writer) {
    WriterModel running = writers.get(writer);
    return running == null ? Collections.emptySortedMap() : running.settings();
  }

  /** The reader of a cell; none where retrieval alone is judged. */
  Optional<ReaderModel> reader(Cell cell) {
    if (cell.reader().equals(Cell.NOBODY)) {
      return Optional.empty();
    }
    return Optional.of(
        repeated.computeIfAbsent(
            cell.reader() + "#" + cell.repeat(),
            key -> required(readers, cell.reader()).repeat(cell.repeat())));
  }

  /** The components of a cell whose store is there already. */
  Components readers(Cell cell) {
    return new Components(
        Optional.empty(),
        reader(cell),
        Optional.empty(),
        embedder(cell.queryEmbedder(), cell.repeat()),
        allowances,
        Arrays.stream(cell.indexEmbedder().split("\\+"))
            .filter(name -> !name.equals(cell.queryEmbedder()) && runs(name))
            .flatMap(name -> embedder(name, cell.repeat()).stream())
            .toList());
  }

  /** The components that write the store of a cell. */
  Components writers(Cell cell) {
    Optional<WriterModel> writer =
        cell.writer().equals(Cell.NOBODY)
            ? Optional.empty()
            : Optional.of(required(writers, cell.writer()).repeat(cell.repeat()));
    return new Components(
        writer,
        Optional.empty(),
        embedder(cell.indexEmbedder(), cell.repeat()),
        Optional.empty(),
        allowances);
  }

  /** The components of a side that plays a part in the repair of a cell's store. */
  Components repairers(Side side, Cell cell) {
    return repairers(side, cell, embedder(side, cell, memoized));
  }

  /** The same for a repair that embeds a sample, whose vectors serve other histories too. */
  Components sampleRepairers(Side side, Cell cell) {
    return repairers(side, cell, embedder(side, cell, sampling));
  }

  private Components repairers(Side side, Cell cell, Optional<Embedder> embedder) {
    return new Components(
        Optional.ofNullable(writers.get(side.writer())).map(w -> w.repeat(cell.repeat())),
        Optional.empty(),
        embedder,
        Optional.empty(),
        allowances);
  }

  private Optional<Embedder> embedder(Side side, Cell cell, Map<String, MemoizedEmbedder> known) {
    return cell.indexEmbedder().equals(Cell.NOBODY) || !runs(side.embedder())
        ? Optional.empty()
        : Optional.of(memoized(side.embedder(), cell.repeat(), known));
  }

  /** The components that embed a store anew. */
  Components embedders(String indexEmbedder, int repeat) {
    return Components.NONE.withEmbedders(embedder(indexEmbedder, repeat), Optional.empty());
  }

  /** Forgets every vector but those of samples: the next history shares no other. */
  void forget() {
    memoized.values().forEach(MemoizedEmbedder::clear);
  }

  /** What was spent so far beside answers. */
  synchronized Journal.Spent spent() {
    return new Journal.Spent(
        Stream.concat(memoized.values().stream(), sampling.values().stream())
            .mapToLong(MemoizedEmbedder::textsEmbedded)
            .sum(),
        writing);
  }

  private synchronized void written(String writer, Usage usage) {
    writing.merge(writer, usage, Usage::plus);
  }

  private Optional<Embedder> embedder(String name, int repeat) {
    if (name.equals(Cell.NOBODY)) {
      return Optional.empty();
    }
    return Optional.of(memoized(name, repeat, memoized));
  }

  private MemoizedEmbedder memoized(String name, int repeat, Map<String, MemoizedEmbedder> known) {
    return known.computeIfAbsent(
        name + "#" + repeat,
        key -> new MemoizedEmbedder(repeat == 0 ? vectors.over(live(name)) : live(name)));
  }

  private Embedder live(String name) {
    return required(embedders, name);
  }

  private static <T> T required(Map<String, T> components, String name) {
    T component = components.get(name);
    if (component == null) {
      throw new IllegalArgumentException(
          "no component named '" + name + "' is running; running are " + components.keySet());
    }
    return component;
  }
}
