package dev.carryover.migrations.run;

import dev.carryover.core.Answer;
import dev.carryover.core.AnswerMark;
import dev.carryover.core.FreeTextScore;
import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.Probe;
import dev.carryover.core.Reply;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.scoring.ExactCodeScoring;
import dev.carryover.core.scoring.FreeTextScoring;
import java.util.Optional;

/**
 * The marks of one answer.
 *
 * @param code its mark where the right answer is a code
 * @param words its score where the right answer is free text
 */
record Marking(Optional<AnswerMark> code, Optional<FreeTextScore> words) {
  private static final Marking NONE = new Marking(Optional.empty(), Optional.empty());

  /** Marks a reply; nothing is marked where nobody was asked, or the source gives no answer. */
  static Marking of(Probe probe, Optional<Reply> reply) {
    return reply.flatMap(said -> probe.answer().map(right -> of(right, said))).orElse(NONE);
  }

  private static Marking of(Answer right, Reply said) {
    return right.fold(
        code -> new Marking(Optional.of(ExactCodeScoring.mark(code, said)), Optional.empty()),
        words -> new Marking(Optional.empty(), Optional.of(FreeTextScoring.score(words, said))));
  }

  /** The marks where no answer could be had from a memory that does not open. */
  static Marking incompatible(Probe probe) {
    AnswerMark mark = AnswerMark.INCOMPATIBLE;
    return probe
        .answer()
        .map(
            right ->
                right.fold(
                    code -> new Marking(Optional.of(mark), Optional.empty()),
                    words ->
                        new Marking(Optional.empty(), Optional.of(new FreeTextScore(mark, 0)))))
        .orElse(NONE);
  }

  /** The outcome of a probe with these marks, which count as wrong for a reason. */
  Outcome outcome(String reason) {
    return new Scored(code, words, Optional.empty(), Optional.of(reason));
  }

  /** The outcome of a probe with these marks and with what became of its evidence. */
  Outcome outcome(Probe probe, Optional<RetrievalTrace> trace) {
    if (code.isPresent() || words.isPresent() || trace.isPresent()) {
      return new Scored(code, words, trace);
    }
    return new Unscored(
        probe.evidence().isEmpty()
            ? "the source names no usable evidence, and no answer that could be marked"
            : "the answer was not marked, and the store cannot tell what became of the evidence");
  }
}
