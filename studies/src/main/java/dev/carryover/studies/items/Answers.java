package dev.carryover.studies.items;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.run.Journal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which items were answered rightly in which arm. All figures of a study come from this. */
public final class Answers {
  private final Map<String, Map<String, Boolean>> right = new LinkedHashMap<>();
  private final Map<String, Integer> unmarked = new LinkedHashMap<>();

  private Answers() {}

  /**
   * The cell of a journal that notes, for each item of an arm that the training of its memory asked
   * too, that it did.
   */
  public static String trainingOf(String arm) {
    return arm + " (training)";
  }

  /** What a journal holds: its cells are the arms, its probes the items. */
  public static Answers of(Journal journal) {
    Answers answers = new Answers();
    for (Observation observation : journal.all()) {
      Optional<AnswerMark> mark = observation.outcome().scored().flatMap(Scored::mark);
      if (mark.isPresent()) {
        boolean isRight = mark.get() == AnswerMark.CORRECT;
        answers.put(observation.cell(), observation.probe(), isRight);
      } else {
        answers.unmarked.merge(observation.cell(), 1, Integer::sum);
      }
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

  private void put(String arm, String item, boolean isRight) {
    right.computeIfAbsent(arm, key -> new LinkedHashMap<>()).put(item, isRight);
  }

  /** The arms that hold an item, in the order of their first answers. */
  public List<String> arms() {
    return List.copyOf(right.keySet());
  }

  /** How many items of an arm the training of its memory asked too. */
  public int askedInTraining(String arm) {
    return unmarked.getOrDefault(trainingOf(arm), 0);
  }

  /**
   * An arm over all its items.
   *
   * @throws IllegalArgumentException if there is no such arm
   */
  public Arm arm(String name) {
    Map<String, Boolean> items = of(name);
    int correct = (int) items.values().stream().filter(isRight -> isRight).count();
    return Arm.of(name, items.size(), correct);
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
