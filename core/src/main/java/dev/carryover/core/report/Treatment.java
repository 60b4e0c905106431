package dev.carryover.core.report;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One treatment over all histories.
 *
 * @param id unique in the report
 * @param direction old-to-new or new-to-old
 * @param treatment before, inherited, own, mixed-N, ideal-router, repaired-METHOD, or a control
 * @param evidence normal, stored-evidence or raw-evidence
 * @param metrics by name
 * @param families the same by probe family
 * @param marks how many answers got which mark, by {@code AnswerMark} label; only those that
 *     occurred, so that it is empty where nobody was asked
 * @param incompatible why no reader could open these memories, which counts as wrong throughout;
 *     absent where one could
 * @param price of the repair; absent where nothing was repaired
 */
public record Treatment(
    String id,
    String format,
    String direction,
    String writer,
    String reader,
    String indexEmbedder,
    String queryEmbedder,
    String treatment,
    String evidence,
    SortedMap<String, Figure> metrics,
    SortedMap<String, SortedMap<String, Figure>> families,
    SortedMap<String, Integer> marks,
    Optional<String> incompatible,
    Optional<Price> price) {
  public Treatment {
    marks = Collections.unmodifiableSortedMap(new TreeMap<>(marks));
  }

  /** One that could be opened and was not repaired. */
  public Treatment(
      String id,
      String format,
      String direction,
      String writer,
      String reader,
      String indexEmbedder,
      String queryEmbedder,
      String treatment,
      String evidence,
      SortedMap<String, Figure> metrics,
      SortedMap<String, SortedMap<String, Figure>> families,
      SortedMap<String, Integer> marks) {
    this(
        id,
        format,
        direction,
        writer,
        reader,
        indexEmbedder,
        queryEmbedder,
        treatment,
        evidence,
        metrics,
        families,
        marks,
        Optional.empty(),
        Optional.empty());
  }

  /**
   * What a repair took, as means over histories.
   *
   * @param calls of models that wrote, read or trained for it
   * @param tokensIn that they read
   * @param tokensOut that they wrote
   * @param embeddedTexts texts that were embedded
   * @param histories whose repair was counted
   * @param failed of these: repairs that were ended by an output limit or returned nothing, whose
   *     stores are scored as they are (spec 1.12)
   */
  public record Price(
      double calls,
      double tokensIn,
      double tokensOut,
      double embeddedTexts,
      int histories,
      int failed) {
    public Price {
      Finite.require("calls", calls);
      Finite.require("tokens in", tokensIn);
      Finite.require("tokens out", tokensOut);
      Finite.require("embedded texts", embeddedTexts);
    }
  }
}
