package dev.carryover.core.run;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file of kept answers that one process appends to and any may read. Nobody changes what is in
 * it. Bytes behind the last line end are no entry: a kill left them, or they are being written.
 */
final class AnswerSegment implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("(\\d{1,9})\\.jsonl");

  private final RandomAccessFile file;
  private long end;

  private AnswerSegment(RandomAccessFile file) {
    this.file = file;
  }

  /** The segments of a folder, in the order of their numbers; none where there is no folder. */
  static List<Path> in(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> NAME.matcher(file.getFileName().toString()).matches())
          .sorted((a, b) -> Integer.compare(number(a), number(b)))
          .toList();
    }
  }

  /** Begins a segment of this process's own behind those that are there. */
  static AnswerSegment begin(Path folder) throws IOException {
    Files.createDirectories(folder);
    List<Path> there = in(folder);
    int number = there.isEmpty() ? 1 : number(there.get(there.size() - 1)) + 1;
    while (true) {
      Path file = folder.resolve(String.format(Locale.ROOT, "%06d.jsonl", number));
      try {
        Files.createFile(file);
        // unlike a channel, it stays open when a thread that writes is interrupted
        return new AnswerSegment(new RandomAccessFile(file.toFile(), "rw"));
      } catch (FileAlreadyExistsException e) {
        number++;
      }
    }
  }

  /** Appends a line. When it throws, nothing of the line is left to be read. */
  void append(byte[] line) throws IOException {
    try {
      file.seek(end);
      file.write(line);
      end += line.length;
    } catch (IOException e) {
      file.setLength(end);
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /**
   * Reads a segment.
   *
   * @return whether bytes follow the last line end
   */
  static boolean read(Path file, Found found) throws IOException {
    try (ByteLines lines = new ByteLines(Files.newInputStream(file))) {
      long position = 0;
      for (long number = 1; lines.next(); number++) {
        readLine(lines, number, position, found);
        position += lines.length() + 1;
      }
      return lines.leavesRest();
    }
  }

  private static void readLine(ByteLines line, long number, long position, Found found)
      throws IOException {
    try {
      found.entry(AnswerEntry.check(line.bytes(), line.start(), line.length()));
    } catch (IllegalArgumentException whole) {
      readPieces(line, number, position, found);
    }
  }

  /** Where a line's end was damaged, the next entry stands on the same line. */
  private static void readPieces(ByteLines line, long number, long position, Found found)
      throws IOException {
    byte[] bytes = line.bytes();
    int end = line.start() + line.length();
    int from = line.start();
    while (from < end) {
      int next = from + 1;
      while (next < end && !AnswerEntry.beginsAt(bytes, next)) {
        next++;
      }
      try {
        found.entry(AnswerEntry.check(bytes, from, next - from));
      } catch (IllegalArgumentException e) {
        found.damaged(
            number,
            position + from - line.start(),
            Arrays.copyOfRange(bytes, from, next),
            String.valueOf(e.getMessage()));
      }
      from = next;
    }
  }

  private static int number(Path file) {
    String name = file.getFileName().toString();
    return Integer.parseInt(name.substring(0, name.indexOf('.')));
  }

  /** Is told what a segment holds, in order. */
  interface Found {
    void entry(AnswerEntry entry);

    /**
     * Bytes that are no whole entry.
     *
     * @param line from 1
     * @param at the place of the first byte, from 0
     */
    void damaged(long line, long at, byte[] bytes, String why) throws IOException;
  }
}
