package dev.carryover.studies.items;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.run.Journal;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Which items were answered rightly in which arm. All figures of a study come from this. */
public final class Answers {
  private final Map<String, Map<String, Boolean>> right = new LinkedHashMap<>();
  private final Map<String, Map<Shared, Integer>> shared = new LinkedHashMap<>();

  private Answers() {}

  /**
   * The cell of a journal that notes what the training of an arm's memory shares with an item,
   * where it shares anything.
   */
  public static String trainingOf(String arm) {
    return arm + " (training)";
  }

  /** What a journal holds: its cells are the arms, its probes the items. */
  public static Answers of(Journal journal) {
    Answers answers = new Answers();
    for (Observation observation : journal.all()) {
      String item = observation.probe();
      observation
          .outcome()
          .fold(
              scored -> answers.put(observation.cell(), item, isRight(scored)),
              unscored -> answers.share(observation.cell(), unscored.reason()),
              failed -> answers);
    }
    return answers;
  }

  /** Answers as given: by arm, then by item. */
  public static Answers of(Map<String, Map<String, Boolean>> right) {
    Answers answers = new Answers();
    right.forEach(
        (arm, items) -> items.forEach((item, isRight) -> answers.put(arm, item, isRight)));
    return answers;
  }

  private static boolean isRight(Scored scored) {
    return scored.mark().filter(Predicate.isEqual(AnswerMark.CORRECT)).isPresent();
  }

  private Answers put(String arm, String item, boolean isRight) {
    right.computeIfAbsent(arm, key -> new LinkedHashMap<>()).put(item, isRight);
    return this;
  }

  private Answers share(String cell, String reason) {
    Shared.of(reason)
        .ifPresent(
            kind ->
                shared
                    .computeIfAbsent(cell, key -> new EnumMap<>(Shared.class))
                    .merge(kind, 1, Integer::sum));
    return this;
  }

  /** The arms that hold an item, in the order of their first answers. */
  public List<String> arms() {
    return List.copyOf(right.keySet());
  }

  /**
   * An arm over all its items, with how many of them the training of its memory shares.
   *
   * @throws IllegalArgumentException if there is no such arm
   */
  public Arm arm(String name) {
    Map<String, Boolean> items = of(name);
    int correct = (int) items.values().stream().filter(isRight -> isRight).count();
    Arm arm = Arm.of(name, items.size(), correct);
    Map<Shared, Integer> counts = shared.get(trainingOf(name));
    if (counts != null) {
      arm =
          arm.with("same_fact_in_training", counts.getOrDefault(Shared.FACT, 0))
              .with("same_words_in_training", counts.getOrDefault(Shared.WORDING, 0));
    }
    return arm;
  }

  /**
   * Two arms on the items that both were asked.
   *
   * @throws IllegalArgumentException if one is not there, or they share no item
   */
  public Pairing pair(String from, String to) {
    Map<String, Boolean> after = of(to);
    Pairing pairing = Pairing.NONE;
    for (Map.Entry<String, Boolean> before : of(from).entrySet()) {
      Boolean then = after.get(before.getKey());
      if (then != null) {
        pairing = pairing.with(before.getValue(), then);
      }
    }
    if (pairing.items() == 0) {
      throw new IllegalArgumentException("'%s' and '%s' share no item".formatted(from, to));
    }
    return pairing;
  }

  private Map<String, Boolean> of(String arm) {
    Map<String, Boolean> items = right.get(arm);
    if (items == null) {
      throw new IllegalArgumentException(
          "there is no arm '%s'; there are %s".formatted(arm, right.keySet()));
    }
    return items;
  }
}
