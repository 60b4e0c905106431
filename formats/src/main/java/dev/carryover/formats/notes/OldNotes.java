package dev.carryover.formats.notes;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoredItem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file of notes that are to be rewritten.
 *
 * @param file of the store
 * @param heading its heading for people, where it has one
 * @param parts its notes, in order; empty where it holds none
 */
record OldNotes(Path file, Optional<String> heading, List<Part> parts) {
  OldNotes {
    parts = List.copyOf(parts);
  }

  /**
   * Consecutive notes that a model rewrites in one call.
   *
   * @param number within the store, from 1
   * @param text their lines, never blank
   * @param maxBytes what the new notes may take
   */
  record Part(int number, String text, int maxBytes) {}

  /**
   * The files of a store.
   *
   * @param size of a part in bytes at most; a longer note is a part alone
   */
  static List<OldNotes> of(MemoryStore store, int size) {
    Map<String, Long> caps = NotesFolder.caps(store);
    List<OldNotes> files = new ArrayList<>();
    int parts = 0;
    for (Path file : NotesFolder.files(store)) {
      List<String> texts = grouped(NotesFolder.items(file), size);
      long cap = caps.getOrDefault(file.getFileName().toString(), 0L);
      int breaks = Math.max(0, texts.size() - 1); // parts are joined by line ends
      int[] shares =
          ProRata.shares(
              (int) Math.min(Math.max(0, cap - breaks), Integer.MAX_VALUE),
              texts.stream().mapToLong(Fitted::utf8Length).toArray());
      List<Part> own = new ArrayList<>();
      for (int i = 0; i < shares.length; i++) {
        String text = texts.get(i);
        own.add(new Part(++parts, text, Math.max(shares[i], Fitted.utf8Length(text))));
      }
      files.add(new OldNotes(file, NotesFolder.heading(file), own));
    }
    return files;
  }

  private static List<String> grouped(List<StoredItem> items, int size) {
    List<String> groups = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    int bytes = 0;
    for (StoredItem item : items) {
      int own = Fitted.utf8Length(item.text()) + 1;
      if (!open.isEmpty() && bytes + own > size) {
        groups.add(open.toString());
        open.setLength(0);
        bytes = 0;
      }
      open.append(open.isEmpty() ? "" : "\n").append(item.text());
      bytes += own;
    }
    if (!open.isEmpty()) {
      groups.add(open.toString());
    }
    return groups;
  }
}
