package dev.carryover.formats.notes;

import dev.carryover.core.Usage;
import dev.carryover.core.spi.WriterModel.Written;
import java.util.List;

/**
 * What is kept on a segment, and how it came about.
 *
 * @param maxBytes the segment's share of the cap
 * @param maxTokens the segment's share of the writer's allowance
 * @param cutOff whether the writer was stopped before its end
 * @param rejected what the writer said beside, in another form than asked
 */
record SegmentNotes(
    Segment segment,
    int maxBytes,
    int maxTokens,
    Fitted notes,
    boolean cutOff,
    List<String> rejected,
    Usage usage) {
  /** What a writer returned, made to fit its share. */
  static SegmentNotes of(Segment segment, int maxBytes, int maxTokens, Written<String> written) {
    return new SegmentNotes(
        segment,
        maxBytes,
        maxTokens,
        Fitted.of(written.content(), maxBytes, written.cutOff()),
        written.cutOff(),
        written.rejected(),
        written.usage());
  }

  /** No notes, because there was nothing to ask about or no room. */
  static SegmentNotes unasked(Segment segment, int maxBytes, int maxTokens) {
    return new SegmentNotes(
        segment, maxBytes, maxTokens, new Fitted("", 0), false, List.of(), Usage.NONE);
  }
}
