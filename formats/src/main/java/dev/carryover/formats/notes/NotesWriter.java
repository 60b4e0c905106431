package dev.carryover.formats.notes;

import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Seeds;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.StoreTarget;
import dev.carryover.core.spi.WriterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Has the writer make notes on one segment after the other, and keeps no more of them than the cap.
 * The cap and the writer's tokens are shared out by the segments' text bytes. What one segment
 * leaves of its share goes to no other, so that every call depends on its own segment only. A
 * segment without a byte or a token to its share, such as one of empty texts, is not asked about.
 * Nothing is saved before the last segment is written.
 */
record NotesWriter(NotesSettings settings) implements MemoryWriter {
  @Override
  public MemoryStore write(History history, Components components, long seed, StoreTarget target) {
    WriterModel writer = components.requireWriter();
    int tokens = components.allowances().writerTokens();
    List<Segment> segments = Segment.cut(history.events(), settings.segment().amount());
    long[] texts = segments.stream().mapToLong(Segment::textBytes).toArray();
    int[] bytesOf = ProRata.shares(settings.cap().of(history.textBytes()), texts);
    int[] tokensOf = ProRata.shares(tokens, texts);
    List<SegmentNotes> notes = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      long own = Seeds.derive(seed, "notes", Integer.toString(i + 1));
      notes.add(notes(writer, segments.get(i), bytesOf[i], tokensOf[i], own));
    }
    return target.write(
        description(history, writer, tokens, seed), folder -> NotesFolder.write(folder, notes));
  }

  private static SegmentNotes notes(
      WriterModel writer, Segment segment, int maxBytes, int maxTokens, long seed) {
    return maxBytes == 0 || maxTokens == 0
        ? SegmentNotes.unasked(segment, maxBytes, maxTokens)
        : SegmentNotes.of(
            segment,
            maxBytes,
            maxTokens,
            writer.notes(segment.events(), maxBytes, maxTokens, seed));
  }

  private Description description(History history, WriterModel writer, int tokens, long seed) {
    SortedMap<String, String> all = settings.asMap();
    all.put("writer-tokens", Integer.toString(tokens));
    writer.settings().forEach((key, value) -> all.put("writer." + key, value));
    return new Description(
        NotesProvider.NAME,
        history.id(),
        Optional.of(writer.identity()),
        List.of(),
        all,
        seed,
        Optional.empty());
  }
}
