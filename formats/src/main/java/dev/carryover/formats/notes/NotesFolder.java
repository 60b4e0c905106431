package dev.carryover.formats.notes;

import com.fasterxml.jackson.core.JsonToken;
import dev.carryover.core.Event;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.SourceException;
import dev.carryover.formats.JsonLineWriter;
import dev.carryover.formats.JsonLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
  private static final String FILE = "file";
  private static final String MAX_BYTES = "max_bytes";
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

  /** Fills the content folder of a store with rewritten files, under their old names. */
  static void writeRewritten(Path content, List<Rewritten> files) throws IOException {
    Path notes = Files.createDirectory(content.resolve(NOTES));
    try (JsonLineWriter json = new JsonLineWriter(content.resolve(SEGMENTS))) {
      for (Rewritten file : files) {
        Path old = file.old().file();
        Path to = notes.resolve(old.getFileName().toString());
        if (file.changed()) {
          String heading = file.old().heading().map(line -> line + "\n\n").orElse("");
          Files.writeString(to, heading + file.text() + "\n");
        } else {
          Files.copy(old, to);
        }
        writeLine(json, file);
      }
    }
  }

  /** The files of a store, in order. */
  static List<Path> files(MemoryStore store) {
    return markdownFiles(store.content().resolve(NOTES));
  }

  /** The heading for people of a file, where it has one. */
  static Optional<String> heading(Path file) {
    return text(file).lines().findFirst().filter(line -> HEADING.matcher(line).matches());
  }

  /**
   * What the notes of each file may take, by the file's name; empty where nobody shared out a cap,
   * as in notes that were taken over.
   */
  static Map<String, Long> caps(MemoryStore store) {
    Path file = store.content().resolve(SEGMENTS);
    Map<String, Long> caps = new HashMap<>();
    if (Files.exists(file)) {
      JsonLines.read(
          file,
          Integer.MAX_VALUE,
          (json, line) -> {
            String name = "";
            long bytes = 0;
            while (json.nextToken() != JsonToken.END_OBJECT) {
              String key = json.currentName();
              json.nextToken();
              if (key.equals(FILE)) {
                name = json.getText();
              } else if (key.equals(MAX_BYTES)) {
                bytes = json.getLongValue();
              } else {
                json.skipChildren();
              }
            }
            caps.put(name, bytes);
          });
    }
    return caps;
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
    for (Path file : files(store)) {
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
        .text(FILE, file)
        .text("first_event", events.get(0).id())
        .text("last_event", events.get(events.size() - 1).id())
        .number("events", events.size())
        .number("text_bytes", notes.segment().textBytes())
        .number(MAX_BYTES, notes.maxBytes())
        .number("max_tokens", notes.maxTokens())
        .number("bytes", Fitted.utf8Length(notes.notes().text()))
        .number("cut_bytes", notes.notes().cutBytes())
        .flag("cut_off", notes.cutOff())
        .texts("rejected", notes.rejected())
        .number("tokens_in", notes.usage().tokensIn())
        .number("tokens_out", notes.usage().tokensOut())
        .endLine();
  }

  private static void writeLine(JsonLineWriter json, Rewritten file) throws IOException {
    json.begin()
        .text(FILE, file.old().file().getFileName().toString())
        .number(MAX_BYTES, file.maxBytes())
        .beginArray("parts");
    for (Rewritten.Part part : file.parts()) {
      json.begin()
          .flag("rewritten", part.kept().isEmpty())
          .texts("kept_because", part.kept().stream().toList())
          .texts("lost_identifiers", part.lost())
          .number("old_bytes", part.oldBytes())
          .number("bytes", Fitted.utf8Length(part.text()))
          .number(MAX_BYTES, part.maxBytes())
          .number("max_tokens", part.maxTokens())
          .texts("rejected", part.rejected())
          .number("tokens_in", part.usage().tokensIn())
          .number("tokens_out", part.usage().tokensOut())
          .end();
    }
    json.endArray().endLine();
  }
}
