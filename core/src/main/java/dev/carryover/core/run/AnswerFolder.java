package dev.carryover.core.run;

import dev.carryover.core.Reply;
import dev.carryover.core.spi.AnswerCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A folder of answers that runs share, also at the same time and from several processes. Each
 * process appends to a file of its own and sees what was kept before it opened the folder. Every
 * entry has a checksum; one that does not fit is copied to {@code damaged/}, under the place where
 * it stands, and counts as never kept. Of two answers under one key the first counts.
 */
public final class AnswerFolder implements AnswerCache, AutoCloseable {
  private final Path folder;
  private final Map<String, AnswerEntry> answers = new ConcurrentHashMap<>();
  private final List<Damage> damaged = new ArrayList<>();
  private final List<Path> unfinished = new ArrayList<>();
  private final Object appending = new Object();
  private Optional<AnswerSegment> own = Optional.empty();
  private int segments;
  private long bytes;
  private long entries;
  private long damagedBefore;

  private AnswerFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Reads all that is kept. A folder that is not there is empty, and is made by the first answer.
   *
   * @throws UncheckedIOException if it cannot be read, or a damaged entry cannot be set apart
   */
  public static AnswerFolder open(Path folder) {
    AnswerFolder opened = new AnswerFolder(folder);
    try {
      for (Path segment : AnswerSegment.in(folder)) {
        opened.read(segment);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the kept answers in " + folder + " cannot be read: " + e, e);
    }
    return opened;
  }

  /**
   * What was kept under a key.
   *
   * @throws RunException if another version kept it and says what this one does not know
   */
  @Override
  public Optional<Reply> find(String key) {
    try {
      return Optional.ofNullable(answers.get(key)).map(AnswerEntry::reply);
    } catch (IllegalArgumentException e) {
      throw new RunException(
          "%s holds an answer of another version of Carryover (%s); name another folder"
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  /**
   * Keeps a reply, unless there is one under this key.
   *
   * @param key ASCII letters, digits, {@code _}, {@code .} and {@code -}
   * @throws UncheckedIOException if the disk is full, read-only or broken; nothing is kept then
   */
  @Override
  public void keep(String key, Reply reply) {
    AnswerEntry entry = AnswerEntry.of(key, reply);
    synchronized (appending) {
      if (answers.containsKey(key)) {
        return;
      }
      try {
        AnswerSegment segment = own.isPresent() ? own.get() : AnswerSegment.begin(folder);
        own = Optional.of(segment);
        segment.append(entry.line());
      } catch (IOException e) {
        throw new UncheckedIOException(
            "an answer cannot be kept in "
                + folder
                + ": "
                + e
                + "; make room there, or name another folder",
            e);
      }
      answers.put(key, entry);
    }
  }

  /** What was found when the folder was opened. */
  public Contents contents() {
    return new Contents(segments, entries, bytes, damaged, damagedBefore, unfinished);
  }

  @Override
  public void close() {
    synchronized (appending) {
      try {
        if (own.isPresent()) {
          own.get().close();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(folder + " cannot be closed: " + e, e);
      }
      own = Optional.empty();
    }
  }

  private void read(Path segment) throws IOException {
    segments++;
    bytes += Files.size(segment);
    boolean rest =
        AnswerSegment.read(
            segment,
            new AnswerSegment.Found() {
              @Override
              public void entry(AnswerEntry entry) {
                entries++;
                answers.putIfAbsent(entry.key(), entry);
              }

              @Override
              public void damaged(long line, long at, byte[] found, String why) throws IOException {
                setApart(segment, line, at, found, why);
              }
            });
    if (rest) {
      unfinished.add(segment);
    }
  }

  private void setApart(Path segment, long line, long at, byte[] found, String why)
      throws IOException {
    Path copy = folder.resolve("damaged").resolve(segment.getFileName() + "-at-" + at);
    Files.createDirectories(folder.resolve("damaged"));
    try {
      Files.write(copy, found, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      damaged.add(new Damage(segment, line, at, why, copy));
    } catch (FileAlreadyExistsException e) {
      damagedBefore++;
    }
  }

  /**
   * What a folder holds.
   *
   * @param segments files of entries
   * @param entries whole entries; a key may have several
   * @param bytes of all segments
   * @param damaged what this opening set apart
   * @param damagedBefore how many entries an earlier opening set apart
   * @param unfinished segments that end in the middle of a line, which a kill leaves behind and a
   *     process that is writing shows; that line is no entry
   */
  public record Contents(
      int segments,
      long entries,
      long bytes,
      List<Damage> damaged,
      long damagedBefore,
      List<Path> unfinished) {
    public Contents {
      damaged = List.copyOf(damaged);
      unfinished = List.copyOf(unfinished);
    }
  }

  /**
   * An entry that is not as it was written.
   *
   * @param segment the file that it stands in
   * @param line from 1
   * @param at the place of its first byte, from 0
   * @param why what is wrong with it
   * @param copy the file that holds its bytes
   */
  public record Damage(Path segment, long line, long at, String why, Path copy) {}
}
