package dev.carryover.core.run;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.FinishReason;
import dev.carryover.core.FreeTextScore;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Failed;
import dev.carryover.core.Observation.Outcome;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.Reply;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import dev.carryover.core.Usage;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Observations of every kind. */
final class SampleObservations {
  static final String CELL = "h1/rag/writer=-/reader=rules/index=old/query=new/as-written/normal/0";

  private SampleObservations() {}

  static Observation scored(String probe) {
    return scored(CELL, probe);
  }

  static Observation scored(String cell, String probe) {
    return new Observation(
        cell,
        probe,
        "direct",
        new Scored(Optional.of(AnswerMark.WRONG_CODE), Optional.of(trace())),
        Optional.of(new Reply("QX-7714", FinishReason.STOP, new Usage(812, 6))),
        List.of("c3", "c17", "c4"),
        1834);
  }

  static Observation failed(String probe, String reason) {
    return of(probe, new Failed(reason));
  }

  static Observation unscored(String probe, String reason) {
    return of(probe, new Unscored(reason));
  }

  static Observation markedOnAnswer(String probe, AnswerMark mark) {
    return of(probe, new Scored(Optional.of(mark), Optional.empty()));
  }

  static Observation incompatible(String reason) {
    return of(
        "incompatible",
        new Scored(
            Optional.of(AnswerMark.INCOMPATIBLE),
            Optional.empty(),
            Optional.empty(),
            Optional.of(reason)));
  }

  static Observation diverging(String probe, double nats) {
    Observation scored = scored(probe);
    return new Observation(
        scored.cell(),
        scored.probe(),
        scored.family(),
        scored.outcome(),
        scored.reply(),
        scored.retrieved(),
        scored.latencyMicros(),
        OptionalDouble.of(nats));
  }

  static Observation markedOnWords(
      String probe, FreeTextScore words, Optional<RetrievalTrace> trace) {
    return of(probe, new Scored(Optional.empty(), Optional.of(words), trace));
  }

  static Observation markedOnRetrieval(String probe, RetrievalTrace trace) {
    return of(probe, new Scored(Optional.empty(), Optional.of(trace)));
  }

  static Observation answering(String probe, String text) {
    return new Observation(
        CELL,
        probe,
        "alias",
        new Scored(Optional.of(AnswerMark.MALFORMED), Optional.empty()),
        Optional.of(new Reply(text, FinishReason.UNKNOWN, Usage.NONE)),
        List.of(),
        0);
  }

  static Observation of(String probe, Outcome outcome) {
    return new Observation(CELL, probe, "temporal", outcome, Optional.empty(), List.of(), 7);
  }

  static RetrievalTrace trace() {
    return new RetrievalTrace(
        List.of(
            new EvidenceFate("D1:3", true, OptionalInt.of(2)),
            new EvidenceFate("D1:4", false, OptionalInt.empty())),
        true,
        OptionalInt.of(1),
        421);
  }

  /** Probes p-from to p-to, the last not among them. */
  static List<Observation> numbered(int from, int to) {
    return IntStream.range(from, to).mapToObj(number -> scored("p" + number)).toList();
  }
}
