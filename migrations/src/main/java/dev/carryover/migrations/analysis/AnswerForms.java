package dev.carryover.migrations.analysis;

import dev.carryover.core.AnswerMark;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Names the treatments under which many answers are wrong for their form, and not for what they
 * say: a limit of the model, its prompt or its allowance rather than of the memory.
 */
final class AnswerForms {
  private static final double WORTH_NAMING = 0.01;
  private static final List<AnswerMark> FORMS =
      List.of(AnswerMark.CUT_OFF, AnswerMark.REFUSAL, AnswerMark.MALFORMED);

  /** Whose memory is senseless, so that a refusal is right. */
  private static final List<String> SENSELESS =
      List.of(Treatments.EMPTY, Treatments.SHUFFLED, Treatments.RANDOM_CODE);

  private AnswerForms() {}

  /** A sentence that counts such answers where over 1 % of a treatment's are of one such form. */
  static Optional<String> sentence(Collection<Outcomes> treatments) {
    List<String> parts = new ArrayList<>();
    List<Outcomes> counted = new ArrayList<>();
    for (Outcomes some : treatments) {
      if (some.treatment().cell().isPresent()
          && !SENSELESS.contains(some.treatment().name())
          && !Treatments.isCorrupted(some.treatment().name())
          && counted.stream().noneMatch(some::sameCellsAs)) {
        counted.add(some);
        part(some).ifPresent(parts::add);
      }
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Answers that count as wrong for their form: " + String.join("; ", parts) + ".");
  }

  private static Optional<String> part(Outcomes some) {
    Map<String, Integer> marks = some.marks();
    int answers = marks.values().stream().mapToInt(Integer::intValue).sum();
    List<String> counts =
        FORMS.stream()
            .map(AnswerMark::label)
            .filter(label -> marks.getOrDefault(label, 0) > WORTH_NAMING * answers)
            .map(label -> String.format(Locale.ROOT, "%d %s", marks.get(label), label))
            .toList();
    return counts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s of %d under %s"
                .formatted(String.join(", ", counts), answers, some.treatment().id()));
  }
}
