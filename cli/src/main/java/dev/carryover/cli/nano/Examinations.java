package dev.carryover.cli.nano;

import dev.carryover.fixtures.synthetic.NanoLesson;
import dev.carryover.fixtures.synthetic.NanoLessons;
import dev.carryover.models.nano.training.Examiner.Mark;
import dev.carryover.models.nano.training.Lessons;
import dev.carryover.models.nano.training.Lessons.Mix;
import dev.carryover.models.nano.training.TrainingLog.Examination;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The questions by which nano models are examined, about documents that training never shows: names
 * and codes are those of histories. At most two questions of a family come from one document.
 */
public final class Examinations {
  /** Wordings that training uses. */
  public static final String HELD_OUT = "names and codes held out";

  /** Sentences and questions in wordings that training never uses. */
  public static final String HELD_OUT_WORDINGS = "names, codes and wordings held out";

  /** No document before the question; the answers stay. */
  public static final String ABSENT = "document absent";

  /** Another code in the place of the answer. */
  public static final String CHANGED = "evidence changed";

  /** Without the sentences that the answer needs: right is unknown. */
  public static final String REMOVED = "evidence removed";

  private static final long SEED = 7;
  private static final Mix MIX = new Mix(3, 1, 1, 1, 1);
  private static final int PER_FAMILY = 2;
  private static final List<Integer> SIZES = List.of(8, 16, 32);

  /** Without their evidence, those of other families still find an older or another value. */
  private static final Set<String> UNKNOWN_WHEN_REMOVED = Set.of("direct", "alias", "two-step");

  private static final Set<String> CODES =
      Set.of("direct", "latest", "first", "alias", "two-step", "source", "contradiction");

  private final NanoLessons source;
  private final int documents;

  private Examinations(boolean heldOutWordings, int documents) {
    this.source = NanoLessons.examination(heldOutWordings);
    this.documents = documents;
  }

  /** A few questions on short documents, to see how a training gets on. */
  public static List<Lessons.Lesson> small() {
    return new Examinations(false, 24).plain(8);
  }

  /** Questions on documents of so many sentences. */
  public static List<Lessons.Lesson> lessons(
      int documents, int sentences, boolean heldOutWordings) {
    return new Examinations(heldOutWordings, documents).plain(sentences);
  }

  /** The same, each with the sentences removed that its answer needs. */
  public static List<Lessons.Lesson> removed(int documents, int sentences) {
    return new Examinations(false, documents)
        .varied(sentences, UNKNOWN_WHEN_REMOVED, one -> one.lesson().without(one.item()));
  }

  /** The same, each with another code in the place of its answer. */
  public static List<Lessons.Lesson> changed(int documents, int sentences) {
    return new Examinations(false, documents).varied(sentences, CODES, Examinations::changed);
  }

  /** Every examination, on so many documents each. */
  public static List<Examination> all(
      int documents, Function<List<Lessons.Lesson>, Map<String, Mark>> examiner) {
    List<Examination> all = new ArrayList<>();
    for (int size : SIZES) {
      all.add(new Examination(HELD_OUT, size, examiner.apply(lessons(documents, size, false))));
      all.add(
          new Examination(HELD_OUT_WORDINGS, size, examiner.apply(lessons(documents, size, true))));
      all.add(new Examination(CHANGED, size, examiner.apply(changed(documents, size))));
      all.add(new Examination(REMOVED, size, examiner.apply(removed(documents, size))));
    }
    List<Lessons.Lesson> absent =
        lessons(documents, 16, false).stream()
            .map(lesson -> new Lessons.Lesson("", lesson.exercises()))
            .toList();
    all.add(new Examination(ABSENT, 0, examiner.apply(absent)));
    return all;
  }

  /** A question with its document. */
  private record One(NanoLesson lesson, NanoLesson.Item item, NanoLessons source, int number) {}

  private static NanoLesson changed(One one) {
    String text = one.lesson().document();
    return one.lesson().changed(one.item(), one.source().otherCode(SEED, one.number(), text));
  }

  private List<NanoLesson> drawn(int sentences) {
    NanoLessons.Wish wish = SyntheticLessons.wish(new Lessons.Wish(sentences, MIX, true));
    return IntStream.range(0, documents)
        .mapToObj(number -> source.lesson(SEED * 1000 + sentences, number, wish))
        .toList();
  }

  private static NanoLesson few(NanoLesson lesson) {
    Map<String, Integer> seen = new HashMap<>();
    return new NanoLesson(
        lesson.sentences(),
        lesson.items().stream()
            .filter(item -> seen.merge(item.family(), 1, Integer::sum) <= PER_FAMILY)
            .toList());
  }

  private List<Lessons.Lesson> plain(int sentences) {
    return drawn(sentences).stream().map(Examinations::few).map(SyntheticLessons::text).toList();
  }

  private List<Lessons.Lesson> varied(
      int sentences, Set<String> families, Function<One, NanoLesson> variation) {
    List<Lessons.Lesson> varied = new ArrayList<>();
    for (NanoLesson lesson : drawn(sentences)) {
      few(lesson).items().stream()
          .filter(item -> families.contains(item.family()))
          .map(item -> new One(lesson, item, source, varied.size()))
          .map(variation)
          .map(SyntheticLessons::text)
          .forEach(varied::add);
    }
    return varied;
  }
}
