package dev.carryover.core;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * One probe's outcome in one cell.
 *
 * @param cell id of the cell
 * @param probe id of the probe
 * @param family of the probe
 * @param outcome how it was marked, or why it could not be
 * @param reply what was answered; absent where nobody was asked
 * @param retrieved ids of the items that the read path returned, best first
 * @param latencyMicros how long reading and answering took, in microseconds
 * @param nextTokenKl of an answer from another model's cache: the divergence of the first token's
 *     distribution from the one that the reader's own cache gives, in nats; absent elsewhere
 */
public record Observation(
    String cell,
    String probe,
    String family,
    Outcome outcome,
    Optional<Reply> reply,
    List<String> retrieved,
    long latencyMicros,
    OptionalDouble nextTokenKl) {
  public Observation {
    Texts.requireNotBlank("cell id", cell);
    Texts.requireNotBlank("probe id", probe);
    Texts.requireNotBlank("probe family", family);
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(reply, "reply");
    retrieved = List.copyOf(retrieved);
    if (latencyMicros < 0) {
      throw new IllegalArgumentException("latency of " + latencyMicros + " microseconds");
    }
    nextTokenKl.ifPresent(
        nats -> {
          if (!Double.isFinite(nats)) {
            throw new IllegalArgumentException("a divergence of " + nats + " nats");
          }
        });
  }

  /** One without a divergence. */
  public Observation(
      String cell,
      String probe,
      String family,
      Outcome outcome,
      Optional<Reply> reply,
      List<String> retrieved,
      long latencyMicros) {
    this(cell, probe, family, outcome, reply, retrieved, latencyMicros, OptionalDouble.empty());
  }

  /** Whether it broke, so that it says nothing about the memory. */
  public boolean isFailed() {
    return outcome instanceof Failed;
  }

  /** How a probe came out. */
  public sealed interface Outcome {
    /** Applies the function that fits the outcome. */
    default <T> T fold(
        Function<Scored, T> scored, Function<Unscored, T> unscored, Function<Failed, T> failed) {
      if (this instanceof Scored s) {
        return scored.apply(s);
      }
      if (this instanceof Unscored u) {
        return unscored.apply(u);
      }
      return failed.apply((Failed) this);
    }

    /** The marks, where there are any. */
    default Optional<Scored> scored() {
      return fold(Optional::of, unscored -> Optional.empty(), failed -> Optional.empty());
    }
  }

  /**
   * Marked on its answer, its retrieval, or both.
   *
   * @param answer the answer's mark; absent where the probe has no code
   * @param words how close an answer in free text came; absent where the probe has none
   * @param retrieval what became of its evidence; absent where the probe names none
   * @param reason why it counts as wrong, where the reply does not show it
   */
  public record Scored(
      Optional<AnswerMark> answer,
      Optional<FreeTextScore> words,
      Optional<RetrievalTrace> retrieval,
      Optional<String> reason)
      implements Outcome {
    public Scored {
      Objects.requireNonNull(answer, "answer");
      Objects.requireNonNull(words, "words");
      Objects.requireNonNull(retrieval, "retrieval");
      Objects.requireNonNull(reason, "reason");
      if (answer.isEmpty() && words.isEmpty() && retrieval.isEmpty()) {
        throw new IllegalArgumentException("scored on nothing: such a probe is unscored");
      }
    }

    /** Marked on what was said and retrieved. */
    public Scored(
        Optional<AnswerMark> answer,
        Optional<FreeTextScore> words,
        Optional<RetrievalTrace> retrieval) {
      this(answer, words, retrieval, Optional.empty());
    }

    /** Marked without free text. */
    public Scored(Optional<AnswerMark> answer, Optional<RetrievalTrace> retrieval) {
      this(answer, Optional.empty(), retrieval);
    }

    /** The mark of the answer, be it a code or free text; absent where nobody was asked. */
    public Optional<AnswerMark> mark() {
      return answer.or(() -> words.map(FreeTextScore::mark));
    }
  }

  /** Cannot be marked, through no fault of the memory. */
  public record Unscored(String reason) implements Outcome {
    public Unscored {
      Texts.requireNotBlank("reason", reason);
    }
  }

  /** Not marked because something broke; tried again on resume. */
  public record Failed(String reason) implements Outcome {
    public Failed {
      Texts.requireNotBlank("reason", reason);
    }
  }
}
