package dev.carryover.formats.notes;

import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of the format. The paper states the cap; the size of a segment is ours.
 *
 * @param cap of all notes on a history
 * @param segment of the events that one call sees
 */
record NotesSettings(Size cap, Size segment) {
  static final String CAP = "cap";
  static final String SEGMENT = "segment";

  private static final String DEFAULT_CAP = "128KiB";
  private static final String DEFAULT_SEGMENT = "16KiB";

  static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(
              CAP,
              DEFAULT_CAP,
              "what the notes on a history may take: bytes, or per cent of its text as in 40%"),
          new Parameter(
              SEGMENT, DEFAULT_SEGMENT, "text of the events that the writer sees in one call"));

  static NotesSettings from(Settings settings) {
    return new NotesSettings(
        Size.bytesOrPercent(settings, CAP, DEFAULT_CAP),
        Size.bytes(settings, SEGMENT, DEFAULT_SEGMENT));
  }

  SortedMap<String, String> asMap() {
    SortedMap<String, String> map = new TreeMap<>();
    map.put(CAP, cap.toString());
    map.put(SEGMENT, segment.toString());
    return map;
  }
}
