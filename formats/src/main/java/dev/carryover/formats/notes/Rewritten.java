package dev.carryover.formats.notes;

import dev.carryover.core.RewriteReach;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.WriterModel.Written;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A file of notes after its rewrite.
 *
 * @param old what it was
 * @param parts as many as it had, in order
 */
record Rewritten(OldNotes old, List<Part> parts) {
  Rewritten {
    parts = List.copyOf(parts);
  }

  /** Whether any of it was rewritten: else the file stays as it is. */
  boolean changed() {
    return parts.stream().anyMatch(part -> part.kept().isEmpty());
  }

  /** What the notes of the file may take, with the line ends between its parts. */
  long maxBytes() {
    return parts.stream().mapToLong(Part::maxBytes).sum() + Math.max(0, parts.size() - 1);
  }

  /** The notes of the file. */
  String text() {
    return parts.stream().map(Part::text).collect(Collectors.joining("\n"));
  }

  /** How far the rewrite of a whole store got. */
  static RewriteReach reach(List<Rewritten> files) {
    List<Part> all = files.stream().flatMap(file -> file.parts().stream()).toList();
    return new RewriteReach(
        all.size(),
        (int) all.stream().filter(part -> part.kept().isEmpty()).count(),
        (int) all.stream().filter(part -> !part.lost().isEmpty()).count());
  }

  /**
   * What became of a part.
   *
   * @param text the new one, or the old one where it was kept
   * @param kept why the old text was kept; empty where it was rewritten
   * @param lost identifiers of the old text that the new one lacks
   * @param oldBytes of the old text
   * @param maxBytes what the new text was allowed
   * @param maxTokens of output that were allowed
   * @param rejected what the writer said beside
   * @param usage of the call
   */
  record Part(
      String text,
      Optional<String> kept,
      List<String> lost,
      int oldBytes,
      int maxBytes,
      int maxTokens,
      List<String> rejected,
      Usage usage) {
    /** A new text. */
    static Part anew(
        OldNotes.Part old, int tokens, String text, List<String> lost, Written<String> written) {
      return of(old, text, Optional.empty(), lost, tokens, written);
    }

    /** The old text, after a rewrite of no use. */
    static Part kept(OldNotes.Part old, int tokens, String why, Written<String> written) {
      return of(old, old.text(), Optional.of(why), List.of(), tokens, written);
    }

    /** The old text, because nobody was asked. */
    static Part kept(OldNotes.Part old, int tokens, String why) {
      return kept(old, tokens, why, Written.of(""));
    }

    private static Part of(
        OldNotes.Part old,
        String text,
        Optional<String> kept,
        List<String> lost,
        int tokens,
        Written<String> written) {
      return new Part(
          text,
          kept,
          lost,
          Fitted.utf8Length(old.text()),
          old.maxBytes(),
          tokens,
          written.rejected(),
          written.usage());
    }
  }
}
