package dev.carryover.core;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One point of a plan: who reads what, once. Everything stored about it is found by its id.
 *
 * @param history id of the history
 * @param format name of the memory format
 * @param writer name of the model that wrote the store, {@code -} where none did
 * @param reader name of the model that answers, {@code -} where retrieval alone is judged
 * @param indexEmbedder name of the embedder of the stored vectors, {@code -} where there are none
 * @param queryEmbedder name of the embedder of the questions, {@code -} where there is none
 * @param treatment what was done to the store: {@link #AS_WRITTEN}, or an alteration such as {@code
 *     mixed-50}, {@code shuffled}, {@code empty}
 * @param evidence what the reader is given
 * @param repeat 0 for the first; a repeat writes and reads afresh
 */
public record Cell(
    String history,
    String format,
    String writer,
    String reader,
    String indexEmbedder,
    String queryEmbedder,
    String treatment,
    EvidenceMode evidence,
    int repeat) {
  /** Stands for a role that nobody plays. */
  public static final String NOBODY = "-";

  /** The store as its writer left it. */
  public static final String AS_WRITTEN = "as-written";

  public Cell {
    Texts.requireNotBlank("history", history);
    Texts.requireNotBlank("format", format);
    Texts.requireNotBlank("writer", writer);
    Texts.requireNotBlank("reader", reader);
    Texts.requireNotBlank("indexEmbedder", indexEmbedder);
    Texts.requireNotBlank("queryEmbedder", queryEmbedder);
    Texts.requireNotBlank("treatment", treatment);
    Objects.requireNonNull(evidence, "evidence");
    if (repeat < 0) {
      throw new IllegalArgumentException("repeat is " + repeat + ", must not be negative");
    }
  }

  /** A readable path, unique within a run. */
  public String id() {
    return String.join(
        "/",
        escape(history),
        escape(format),
        "writer=" + escape(writer),
        "reader=" + escape(reader),
        "index=" + escape(indexEmbedder),
        "query=" + escape(queryEmbedder),
        escape(treatment),
        evidence.label(),
        Integer.toString(repeat));
  }

  /** The same point of the plan for another history. */
  public Cell withHistory(String other) {
    return new Cell(
        other, format, writer, reader, indexEmbedder, queryEmbedder, treatment, evidence, repeat);
  }

  /** The first read of the store as its writer left it, by the same players. */
  public Cell asWritten() {
    return new Cell(
        history, format, writer, reader, indexEmbedder, queryEmbedder, AS_WRITTEN, evidence, 0);
  }

  /** The same store read the same way, with something else given to the reader. */
  public Cell withEvidence(EvidenceMode other) {
    return new Cell(
        history, format, writer, reader, indexEmbedder, queryEmbedder, treatment, other, repeat);
  }

  /** Percent-encoded; half of a surrogate pair, which UTF-8 cannot write, is {@code %uXXXX}. */
  private static String escape(String part) {
    return part.codePoints().mapToObj(Cell::escape).collect(Collectors.joining());
  }

  private static String escape(int codePoint) {
    return Character.getType(codePoint) == Character.SURROGATE
        ? String.format(Locale.ROOT, "%%u%04X", codePoint)
        : URLEncoder.encode(Character.toString(codePoint), StandardCharsets.UTF_8);
  }
}
