package dev.carryover.core.run;

import dev.carryover.core.Observation;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.Usage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Every observation of a run, append-only: JSON lines in blocks, each block closed by a line with
 * its checksum. A block counts when it fits its closing line; whatever a crash left behind the last
 * closed block is cut off on opening, and is observed again.
 */
public final class Journal implements AutoCloseable {
  /** Forcing every block to the disk takes longer than quick answers do. */
  private static final long UNFORCED_NANOS = 1_000_000_000L;

  private final Path file;
  private final FileChannel channel;
  private final Map<String, Map<String, Observation>> observations = new LinkedHashMap<>();
  private Spent spent = Spent.NOTHING;
  private long end;
  private long forced = System.nanoTime();
  private boolean unforced;

  private Journal(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * What was paid for beside the answers.
   *
   * @param embeddedTexts texts that had to be embedded, also where another run had their vectors
   * @param writing tokens that models took to write stores, by the model's name
   * @param repairs what the repair of a store took, by the id of the cell that reads it; a later
   *     entry stands for an earlier one, whose store was never finished
   */
  public record Spent(
      long embeddedTexts,
      SortedMap<String, Usage> writing,
      SortedMap<String, RepairPrice> repairs) {
    /** Nothing. */
    public static final Spent NOTHING = new Spent(0, Collections.emptySortedMap());

    public Spent {
      writing = Collections.unmodifiableSortedMap(new TreeMap<>(writing));
      repairs = Collections.unmodifiableSortedMap(new TreeMap<>(repairs));
    }

    /** Without repairs. */
    public Spent(long embeddedTexts, SortedMap<String, Usage> writing) {
      this(embeddedTexts, writing, Collections.emptySortedMap());
    }

    /** The price of one repair, whose tokens and texts are counted elsewhere too. */
    public static Spent onRepair(String cell, RepairPrice price) {
      return new Spent(0, Collections.emptySortedMap(), new TreeMap<>(Map.of(cell, price)));
    }

    private boolean isPaid() {
      return !writing.isEmpty() || !repairs.isEmpty();
    }

    /** Tokens of all writers together. */
    public Usage tokens() {
      return writing.values().stream().reduce(Usage.NONE, Usage::plus);
    }

    private Spent plus(Spent other) {
      SortedMap<String, Usage> sum = new TreeMap<>(writing);
      other.writing.forEach((writer, usage) -> sum.merge(writer, usage, Usage::plus));
      SortedMap<String, RepairPrice> prices = new TreeMap<>(repairs);
      prices.putAll(other.repairs);
      return new Spent(embeddedTexts + other.embeddedTexts, sum, prices);
    }

    /** What was spent beyond an earlier state, but for the prices of repairs. */
    public Spent minus(Spent earlier) {
      SortedMap<String, Usage> rest = new TreeMap<>();
      writing.forEach(
          (writer, usage) -> {
            Usage before = earlier.writing.getOrDefault(writer, Usage.NONE);
            if (!usage.equals(before)) {
              rest.put(
                  writer,
                  new Usage(
                      usage.tokensIn() - before.tokensIn(),
                      usage.tokensOut() - before.tokensOut()));
            }
          });
      return new Spent(embeddedTexts - earlier.embeddedTexts, rest);
    }
  }

  /**
   * Opens a journal for reading and appending, or starts one.
   *
   * @throws RunException if a closed block is damaged
   * @throws UncheckedIOException if it cannot be read or written
   */
  public static Journal open(Path file) {
    try {
      Journal journal =
          load(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      try {
        journal.cutTornEnd();
        if (journal.end == 0) {
          AtomicFiles.syncFolder(file.resolveSibling("."));
        }
        return journal;
      } catch (IOException e) {
        journal.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be opened: " + e, e);
    }
  }

  /** Reads a journal without changing it. It cannot be appended to. */
  static Journal read(Path file) {
    try {
      return load(file, StandardOpenOption.READ);
    } catch (IOException e) {
      throw new RunException(file + " cannot be read: " + e, e);
    }
  }

  /**
   * Appends a block. When this returns, the block survives a kill of the process. To survive a
   * crash of the machine it is forced to the disk: at once where tokens or a repair were paid for,
   * else with the first block that comes a second after the last forced one, before the run's
   * record changes, and on closing. When this throws, nothing of the block is in the journal, and
   * appending may be tried again.
   *
   * @throws UncheckedIOException if the disk is full, read-only or broken
   */
  public synchronized void append(List<Observation> block, Spent alsoSpent) {
    try {
      byte[] bytes = Blocks.encode(block, alsoSpent);
      cutTornEnd();
      writeAtEnd(ByteBuffer.wrap(bytes));
      unforced = true;
      if (alsoSpent.isPaid() || System.nanoTime() - forced > UNFORCED_NANOS) {
        force();
      }
      end += bytes.length;
    } catch (IOException e) {
      try {
        cutTornEnd();
      } catch (IOException still) {
        e.addSuppressed(still);
      }
      throw new UncheckedIOException(
          ("%s cannot be written: %s; %d observations are lost and will be made again when the run"
                  + " goes on; the %d before them were written")
              .formatted(file, e, block.size(), count()),
          e);
    }
    block.forEach(this::remember);
    spent = spent.plus(alsoSpent);
  }

  /**
   * The observations of a cell, by probe, in the order of the first attempt. An observation that
   * failed and was made again appears once, as the later one.
   */
  public synchronized Map<String, Observation> of(String cell) {
    return Collections.unmodifiableMap(
        new LinkedHashMap<>(observations.getOrDefault(cell, Map.of())));
  }

  /** The probes of a cell that need not be asked again: all but the failed ones. */
  public synchronized Set<String> settled(String cell) {
    return observations.getOrDefault(cell, Map.of()).values().stream()
        .filter(o -> o.outcome().fold(scored -> true, unscored -> true, failed -> false))
        .map(Observation::probe)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Every observation that counts, in the order of the first attempt. */
  public synchronized List<Observation> all() {
    return observations.values().stream().flatMap(cell -> cell.values().stream()).toList();
  }

  /** The observations that failed and were not made since. */
  public List<Observation> failures() {
    return all().stream().filter(Observation::isFailed).toList();
  }

  /** What was paid for beside the answers, over all attempts. */
  public synchronized Spent spent() {
    return spent;
  }

  @Override
  public void close() {
    try (channel) {
      if (channel.isOpen()) {
        force();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be closed: " + e, e);
    }
  }

  private static Journal load(Path file, StandardOpenOption... options) throws IOException {
    FileChannel channel = FileChannel.open(file, options);
    try {
      Journal journal = new Journal(file, channel);
      journal.end =
          Blocks.read(
              file,
              (block, alsoSpent) -> {
                block.forEach(journal::remember);
                journal.spent = journal.spent.plus(alsoSpent);
              });
      return journal;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Removes what a crash or a failed append left behind the last closed block. */
  private void cutTornEnd() throws IOException {
    if (channel.size() > end) {
      channel.truncate(end);
    }
  }

  private void writeAtEnd(ByteBuffer bytes) throws IOException {
    long position = end;
    while (bytes.hasRemaining()) {
      position += channel.write(bytes, position);
    }
  }

  /** Has all that was appended survive a crash of the machine. */
  synchronized void force() throws IOException {
    if (unforced) {
      channel.force(false);
      forced = System.nanoTime();
      unforced = false;
    }
  }

  private int count() {
    return observations.values().stream().mapToInt(Map::size).sum();
  }

  private void remember(Observation observation) {
    observations
        .computeIfAbsent(observation.cell(), cell -> new LinkedHashMap<>())
        .put(observation.probe(), observation);
  }
}
