package dev.carryover.core;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A question about a history with what is needed to mark it.
 *
 * @param id unique within its history
 * @param family an open name: direct, temporal, contradiction, multi-hop, alias, or the source's
 *     own
 * @param question what a read path sees
 * @param answer absent where the source gives none; such a probe is judged on retrieval alone
 * @param evidence the events that the answer needs, without repeats; empty where the source names
 *     none that exists, and then the probe's retrieval is unscored
 */
public record Probe(
    String id, String family, Question question, Optional<Answer> answer, List<Evidence> evidence) {
  public Probe {
    Texts.requireNotBlank("probe id", id);
    Texts.requireNotBlank("probe family", family);
    Objects.requireNonNull(question, "question");
    Objects.requireNonNull(answer, "answer");
    evidence = List.copyOf(evidence);
    if (evidence.stream().map(Evidence::event).distinct().count() != evidence.size()) {
      throw new IllegalArgumentException("probe '" + id + "' names an evidence event twice");
    }
  }

  /** The answer where exact match can judge it. */
  public Optional<Answer.Code> code() {
    return answer.flatMap(a -> a.fold(Optional::of, freeText -> Optional.empty()));
  }
}
