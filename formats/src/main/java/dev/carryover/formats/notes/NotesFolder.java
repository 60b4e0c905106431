package dev.carryover.formats.notes;

import dev.carryover.core.Event;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.SourceException;
import dev.carryover.formats.JsonLineWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The content of a store: {@code notes/}, a markdown file for each segment, for people and readers,
 * and {@code segments.jsonl}, a line for each about how it came about, which no reader looks at.
 * Whatever lies in {@code notes/} under a name that ends in {@code .md} is notes, in the order of
 * the names. A first line {@code # Segment N} with its times is a heading for people; every other
 * line that is not blank is an item, under the file's name and the number of the line.
 */
final class NotesFolder {
  private static final String NOTES = "notes";
  private static final String SEGMENTS = "segments.jsonl";
  private static final String MARKDOWN = ".md";
  private static final Pattern HEADING = Pattern.compile("# Segment [0-9]+(: .*)?", Pattern.DOTALL);
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private NotesFolder() {}

  /** Fills the content folder of a store. */
  static void write(Path content, List<SegmentNotes> segments) throws IOException {
    Path notes = Files.createDirectory(content.resolve(NOTES));
    int digits = Math.max(4, Integer.toString(segments.size()).length());
    try (JsonLineWriter json = new JsonLineWriter(content.resolve(SEGMENTS))) {
      for (int i = 0; i < segments.size(); i++) {
        String file = String.format(Locale.ROOT, "%0" + digits + "d" + MARKDOWN, i + 1);
        Files.writeString(notes.resolve(file), markdown(i + 1, segments.get(i)));
        writeLine(json, file, segments.get(i));
      }
    }
  }

  /** Fills the content folder of a store with files that exist already, in the order of names. */
  static void copy(Path content, List<Path> files) throws IOException {
    Path notes = Files.createDirectory(content.resolve(NOTES));
    for (Path file : files) {
      Files.copy(file, notes.resolve(file.getFileName().toString()));
    }
  }

  /**
   * The items of a store.
   *
   * @throws IncompatibleStoreException if the store is of another format
   * @throws SourceException if a file is no UTF-8
   */
  static List<StoredItem> items(MemoryStore store) {
    requireNotes(store);
    List<StoredItem> items = new ArrayList<>();
    for (Path file : markdownFiles(store.content().resolve(NOTES))) {
      items.addAll(items(file));
    }
    return List.copyOf(items);
  }

  /** The markdown files that lie in a folder, by name; none where it does not exist. */
  static List<Path> markdownFiles(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(NotesFolder::isMarkdown).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("'" + folder + "' cannot be listed: " + e, e);
    }
  }

  /** The items of a file. */
  static List<StoredItem> items(Path file) {
    String stem = stem(file);
    List<String> lines = text(file).lines().toList();
    List<StoredItem> items = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean heading = i == 0 && HEADING.matcher(line).matches();
      if (!heading && !line.isBlank()) {
        items.add(new StoredItem(stem + "#" + (i + 1), line, List.of()));
      }
    }
    return items;
  }

  /** The name of a markdown file without its ending. */
  static String stem(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - MARKDOWN.length());
  }

  static void requireNotes(MemoryStore store) {
    String format = store.manifest().description().format();
    if (!format.equals(NotesProvider.NAME)) {
      throw new IncompatibleStoreException(
          "the store in '%s' is of format '%s', not %s; open it with its own format"
              .formatted(store.directory(), format, NotesProvider.NAME));
    }
  }

  private static boolean isMarkdown(Path path) {
    String name = path.getFileName().toString();
    return name.endsWith(MARKDOWN) && !name.startsWith(".") && Files.isRegularFile(path);
  }

  private static String text(Path file) {
    try {
      String text = Files.readString(file);
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new SourceException("'%s' is no UTF-8; save it as UTF-8".formatted(file), e);
    } catch (IOException e) {
      throw new UncheckedIOException("'" + file + "' cannot be read: " + e, e);
    }
  }

  private static String markdown(int number, SegmentNotes segment) {
    String times = segment.segment().times().map(told -> ": " + told).orElse("");
    String heading = "# Segment " + number + Fitted.plain(times).replace('\n', ' ') + "\n";
    String notes = segment.notes().text();
    return notes.isEmpty() ? heading : heading + "\n" + notes + "\n";
  }

  private static void writeLine(JsonLineWriter json, String file, SegmentNotes notes)
      throws IOException {
    List<Event> events = notes.segment().events();
    json.begin()
        .text("file", file)
        .text("first_event", events.get(0).id())
        .text("last_event", events.get(events.size() - 1).id())
        .number("events", events.size())
        .number("text_bytes", notes.segment().textBytes())
        .number("max_bytes", notes.maxBytes())
        .number("max_tokens", notes.maxTokens())
        .number("bytes", Fitted.utf8Length(notes.notes().text()))
        .number("cut_bytes", notes.notes().cutBytes())
        .flag("cut_off", notes.cutOff())
        .texts("rejected", notes.rejected())
        .number("tokens_in", notes.usage().tokensIn())
        .number("tokens_out", notes.usage().tokensOut())
        .endLine();
  }
}
