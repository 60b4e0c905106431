package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Failed;
import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.OpenState;
import dev.carryover.core.Probe;
import dev.carryover.core.Recollection;
import dev.carryover.core.Reply;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StopException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Has what a memory brought back answered, and marks it. The reader sees the question and the texts
 * alone.
 */
final class Observer {
  private final Cell cell;
  private final String id;
  private final Optional<ReaderModel> reader;
  private final int readerBytes;
  private final Optional<Memory> own;

  /**
   * @param reader who answers; nobody where retrieval alone is judged
   * @param readerBytes what a reader may be shown, in UTF-8
   */
  Observer(Cell cell, Optional<ReaderModel> reader, int readerBytes) {
    this(cell, reader, readerBytes, Optional.empty());
  }

  private Observer(Cell cell, Optional<ReaderModel> reader, int readerBytes, Optional<Memory> own) {
    this.cell = cell;
    this.id = cell.id();
    this.reader = reader;
    this.readerBytes = readerBytes;
    this.own = own;
  }

  /** This observer, who also compares each state with that of the reader's own memory. */
  Observer beside(Memory ownMemory) {
    return new Observer(cell, reader, readerBytes, Optional.of(ownMemory));
  }

  /**
   * The outcome of a probe.
   *
   * @param tracer of the store; none where the memory cannot tell what it holds
   * @param readMicros how long bringing it back took
   * @throws StopException if the run cannot go on
   */
  Observation observe(
      Probe probe, Recollection recollection, Optional<EvidenceTracer> tracer, long readMicros) {
    long start = System.nanoTime();
    Optional<Reply> reply;
    long micros;
    OptionalDouble divergence;
    try {
      reply = reply(probe, recollection);
      micros = readMicros + (System.nanoTime() - start) / 1000;
      divergence = reply.isPresent() ? divergence(probe, recollection) : OptionalDouble.empty();
    } catch (ServiceException e) {
      return failed(probe, e);
    }
    List<String> retrieved = ranked(recollection).stream().map(StoredItem::id).toList();
    Optional<RetrievalTrace> trace = tracer.flatMap(known -> trace(probe, recollection, known));
    return new Observation(
        id,
        probe.id(),
        probe.family(),
        Marking.of(probe, reply).outcome(probe, trace),
        reply,
        retrieved,
        micros,
        divergence);
  }

  private OptionalDouble divergence(Probe probe, Recollection recollection) {
    Optional<OpenState> ours =
        own.flatMap(memory -> state(memory.read(List.of(probe.question())).get(0)));
    Optional<OpenState> theirs = state(recollection);
    return ours.isPresent() && theirs.isPresent()
        ? NextToken.divergence(
            ours.get().firstToken(probe.question()), theirs.get().firstToken(probe.question()))
        : OptionalDouble.empty();
  }

  private static Optional<OpenState> state(Recollection recollection) {
    return recollection.fold(
        passages -> Optional.empty(),
        state -> Optional.of(state.state()),
        answered -> Optional.empty());
  }

  /** The reader is asked only what can be marked. */
  private Optional<Reply> reply(Probe probe, Recollection recollection) {
    if (reader.isEmpty() || !markable(probe, reader.get())) {
      return Optional.empty();
    }
    return Optional.of(
        recollection.fold(
            passages -> reader.get().answer(probe.question(), allowed(passages.texts())),
            state -> state.state().answer(probe.question()),
            answered -> answered.reply()));
  }

  private static boolean markable(Probe probe, ReaderModel reader) {
    return probe.code().isPresent() || (probe.answer().isPresent() && reader.answersFreely());
  }

  /** No format may win by showing its reader more. */
  private List<String> allowed(List<String> passages) {
    long bytes =
        passages.stream().mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length).sum();
    if (bytes > readerBytes) {
      throw new StopException(
          "format '%s' brings back %d bytes for one question, readers get %d; raise 'budgets: {reader_bytes: …}' for all formats alike, or have it bring back less"
              .formatted(cell.format(), bytes, readerBytes));
    }
    return passages;
  }

  private static Optional<RetrievalTrace> trace(
      Probe probe, Recollection recollection, EvidenceTracer tracer) {
    if (probe.evidence().isEmpty() || !tracer.canTrace(probe)) {
      return Optional.empty();
    }
    Function<List<StoredItem>, List<String>> ids =
        items -> items.stream().map(StoredItem::id).toList();
    return recollection.fold(
        passages ->
            Optional.of(tracer.trace(probe, ids.apply(passages.items()), passages.ranked())),
        state -> Optional.empty(),
        answered ->
            Optional.of(
                tracer.trace(
                    probe,
                    ids.apply(answered.items().orElse(List.of())),
                    answered.items().isPresent())));
  }

  /** What is worth journalling: an unranked read returns the whole store each time. */
  private static List<StoredItem> ranked(Recollection recollection) {
    return recollection.fold(
        passages -> passages.ranked() ? passages.items() : List.<StoredItem>of(),
        state -> List.of(),
        answered -> answered.items().orElse(List.of()));
  }

  /**
   * A probe that nobody can be asked, since the reader cannot open the memory: it counts as wrong.
   */
  Observation incompatible(Probe probe, IncompatibleStoreException cause) {
    boolean asked = reader.isPresent() && markable(probe, reader.get());
    return observation(
        probe,
        asked
            ? Marking.incompatible(probe).outcome("incompatible: " + cause.getMessage())
            : new Unscored("nobody could be asked: incompatible: " + cause.getMessage()));
  }

  /** A probe whose evidence cannot be given, since nothing tells where it is. */
  Observation withoutEvidence(Probe probe) {
    return observation(
        probe,
        new Unscored(
            probe.evidence().isEmpty()
                ? "the probe names no evidence"
                : "the store cannot tell which of its items hold the evidence"));
  }

  /** A probe that broke. */
  Observation failed(Probe probe, ServiceException cause) {
    return observation(probe, new Failed(String.valueOf(cause.getMessage())));
  }

  private Observation observation(Probe probe, Outcome outcome) {
    return new Observation(id, probe.id(), probe.family(), outcome, Optional.empty(), List.of(), 0);
  }
}
