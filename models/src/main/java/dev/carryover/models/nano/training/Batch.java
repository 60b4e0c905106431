package dev.carryover.models.nano.training;

import dev.carryover.models.nano.NanoVocabulary;
import dev.carryover.models.nano.training.Lessons.Exercise;
import dev.carryover.models.nano.training.Lessons.Lesson;
import dev.carryover.models.nano.training.Lessons.Wish;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Rows of one step: each a beginning, a document, and questions with their answers one after the
 * other.
 *
 * @param rows how many
 * @param width tokens of a row, fillers counted
 * @param ids row after row
 * @param places in {@code ids} after which a token of an answer comes
 * @param targets those tokens
 * @param families of their questions
 */
record Batch(
    int rows, int width, long[] ids, long[] places, long[] targets, List<String> families) {
  private static final int MOST_EXERCISES = 16;
  private static final int WIDTHS = 16;

  /** Lessons of a level. The numbers of a step's lessons belong to that step alone. */
  static Batch of(
      Curriculum.Level level,
      int step,
      SplittableRandom random,
      Lessons lessons,
      NanoVocabulary vocabulary) {
    int rows = Math.max(Recipe.STEP_ROWS, Recipe.STEP_TOKENS / level.width());
    List<Row> made = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      int sentences = random.nextInt(2, level.sentences() + 1);
      Wish wish = new Wish(sentences, level.mix(), level.unknowns());
      Lesson lesson = lessons.lesson(step * Recipe.MOST_ROWS + i, wish);
      made.add(Row.of(lesson, level, vocabulary));
    }
    return joined(made);
  }

  private static Batch joined(List<Row> rows) {
    int longest = rows.stream().mapToInt(row -> row.ids().size()).max().orElseThrow();
    int width = (longest + WIDTHS - 1) / WIDTHS * WIDTHS;
    long[] ids = new long[rows.size() * width];
    List<Long> places = new ArrayList<>();
    List<Long> targets = new ArrayList<>();
    List<String> families = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      for (int j = 0; j < row.ids().size(); j++) {
        ids[i * width + j] = row.ids().get(j);
      }
      for (int place : row.places()) {
        places.add((long) i * width + place);
        targets.add((long) row.ids().get(place + 1));
      }
      families.addAll(row.families());
    }
    return new Batch(rows.size(), width, ids, array(places), array(targets), families);
  }

  private static long[] array(List<Long> numbers) {
    return numbers.stream().mapToLong(Long::longValue).toArray();
  }

  /** One row before it is filled up; the filler has the number 0. */
  private record Row(List<Integer> ids, List<Integer> places, List<String> families) {
    static Row of(Lesson lesson, Curriculum.Level level, NanoVocabulary vocabulary) {
      Row row = new Row(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      row.ids().add(vocabulary.number(NanoVocabulary.BEGIN));
      row.add(vocabulary.encode(lesson.document()));
      lesson.exercises().stream()
          .filter(e -> level.unknowns() || !e.family().equals(Exercise.UNKNOWN))
          .limit(MOST_EXERCISES)
          .forEach(exercise -> row.add(exercise, level.width(), vocabulary));
      return row;
    }

    private void add(int[] tokens) {
      Arrays.stream(tokens).forEach(ids::add);
    }

    private void add(Exercise exercise, int width, NanoVocabulary vocabulary) {
      int[] question = vocabulary.encode(exercise.question());
      int[] answer = vocabulary.encode(exercise.answer() + Examiner.END);
      if (ids.size() + question.length + answer.length > width) {
        return;
      }
      add(question);
      for (int i = 0; i < answer.length; i++) {
        places.add(ids.size() + i - 1);
        families.add(exercise.family());
      }
      add(answer);
    }
  }
}
