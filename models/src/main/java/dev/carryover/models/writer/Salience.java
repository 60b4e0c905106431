package dev.carryover.models.writer;

import dev.carryover.models.text.Utterance;
import java.util.List;

/** What of a history is worth writing down. Safe for use by several threads. */
public interface Salience {
  /**
   * Indices of sentences, those most worth keeping first, each at most once. May end once their
   * texts take more than the budget.
   *
   * @param sentences of a segment, in order
   * @param maxBytes what the notes may take, in UTF-8
   */
  List<Integer> ranking(List<Utterance> sentences, int maxBytes);
}
