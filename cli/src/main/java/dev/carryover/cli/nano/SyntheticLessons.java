package dev.carryover.cli.nano;

import dev.carryover.fixtures.synthetic.NanoLesson;
import dev.carryover.fixtures.synthetic.NanoLessons;
import dev.carryover.fixtures.synthetic.NanoLessons.Kind;
import dev.carryover.models.nano.NanoGrammar;
import dev.carryover.models.nano.training.Lessons;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Lessons from the generator of synthetic histories. */
public final class SyntheticLessons implements Lessons {
  private final NanoLessons source;
  private final long seed;

  /** The lessons of a training. */
  public SyntheticLessons(long seed) {
    this.source = NanoLessons.training();
    this.seed = seed;
  }

  /** The language that they are in. */
  public static NanoGrammar grammar() {
    Map<String, List<String>> words = NanoLessons.vocabulary();
    return new NanoGrammar(
        list(words, "attributes"),
        list(words, "roles"),
        list(words, "sources"),
        list(words, "name-starts"),
        list(words, "name-ends"),
        list(words, "code-starts"),
        list(words, "code-ends"),
        list(words, "words"),
        NanoLessons.studyWordings());
  }

  private static List<String> list(Map<String, List<String>> lists, String name) {
    return lists.getOrDefault(name, List.of());
  }

  @Override
  public Lesson lesson(int number, Wish wish) {
    return text(source.lesson(seed, number, wish(wish)));
  }

  static NanoLessons.Wish wish(Wish wish) {
    Mix mix = wish.mix();
    Map<Kind, Integer> weights = new EnumMap<>(Kind.class);
    weights.put(Kind.DIRECT, mix.direct());
    weights.put(Kind.CHANGE, mix.change());
    weights.put(Kind.ALIAS, mix.alias());
    weights.put(Kind.RELATION, mix.relation());
    weights.put(Kind.DISPUTE, mix.dispute());
    weights.values().removeIf(weight -> weight == 0);
    return new NanoLessons.Wish(wish.sentences(), weights, wish.chatty());
  }

  static Lesson text(NanoLesson lesson) {
    return new Lesson(
        lesson.document(),
        lesson.items().stream()
            .map(item -> new Exercise(item.family(), item.question(), item.answer()))
            .toList());
  }
}
