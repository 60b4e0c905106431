package dev.carryover.models.nano.training;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.carryover.models.nano.NanoVocabulary;
import dev.carryover.models.nano.training.Lessons.Exercise;
import dev.carryover.models.nano.training.Lessons.Lesson;
import dev.carryover.models.transformer.Decoder;
import dev.carryover.models.transformer.KeyValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Asks a decoder one question at a time: document, question, the most likely answer. */
public final class Examiner {
  /** What ends an answer. */
  public static final String END = " .";

  private static final int ROWS = 16;
  private static final int LONGEST_ANSWER = 3;

  private final Decoder decoder;
  private final NanoVocabulary vocabulary;

  /** The decoder stays the caller's to close. */
  public Examiner(Decoder decoder, NanoVocabulary vocabulary) {
    this.decoder = decoder;
    this.vocabulary = vocabulary;
  }

  /**
   * How a family did.
   *
   * @param asked questions
   * @param right of them, answered in full and without a fault
   * @param unknown of them, answered with {@code unknown}
   */
  public record Mark(int asked, int right, int unknown) {
    Mark plus(boolean wasRight, boolean wasUnknown) {
      return new Mark(asked + 1, right + (wasRight ? 1 : 0), unknown + (wasUnknown ? 1 : 0));
    }

    /** The share that was right. */
    public double accuracy() {
      return (double) right / asked;
    }

    /** The share that was answered with {@code unknown}. */
    public double unknownShare() {
      return (double) unknown / asked;
    }
  }

  /** The marks by family, in the order of the alphabet; every exercise of the lessons is asked. */
  public Map<String, Mark> examine(List<Lesson> lessons) {
    List<Paper> papers = new ArrayList<>();
    for (Lesson lesson : lessons) {
      for (Exercise exercise : lesson.exercises()) {
        String prompt =
            NanoVocabulary.BEGIN + " " + lesson.document() + " " + exercise.question();
        papers.add(new Paper(vocabulary.encode(prompt), exercise));
      }
    }
    papers.sort(Comparator.comparingInt(paper -> paper.prompt().length));
    Map<String, Mark> marks = new TreeMap<>();
    for (int from = 0; from < papers.size(); from += ROWS) {
      List<Paper> some = papers.subList(from, Math.min(papers.size(), from + ROWS));
      List<String> answers = answers(some);
      for (int i = 0; i < some.size(); i++) {
        Exercise asked = some.get(i).exercise();
        String answer = answers.get(i);
        boolean right = answer.startsWith(asked.answer() + END);
        boolean unknown = answer.startsWith(Exercise.UNKNOWN + END);
        Mark before = marks.getOrDefault(asked.family(), new Mark(0, 0, 0));
        marks.put(asked.family(), before.plus(right, unknown));
      }
    }
    return marks;
  }

  private record Paper(int[] prompt, Exercise exercise) {}

  private List<String> answers(List<Paper> papers) {
    int rows = papers.size();
    int width = papers.get(rows - 1).prompt().length + LONGEST_ANSWER;
    long[] ids = new long[rows * width];
    List<List<Integer>> written = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      int[] prompt = papers.get(row).prompt();
      for (int i = 0; i < prompt.length; i++) {
        ids[row * width + i] = prompt[i];
      }
      written.add(new ArrayList<>());
    }
    for (int i = 0; i < LONGEST_ANSWER; i++) {
      long[] places = new long[rows];
      for (int row = 0; row < rows; row++) {
        places[row] = (long) row * width + papers.get(row).prompt().length + i - 1;
      }
      long[] next = next(ids, rows, width, places);
      for (int row = 0; row < rows; row++) {
        ids[(int) places[row] + 1] = next[row];
        written.get(row).add((int) next[row]);
      }
    }
    return written.stream().map(vocabulary::decode).toList();
  }

  private long[] next(long[] ids, int rows, int width, long[] places) {
    NDManager parent = decoder.weights().embedding().getManager();
    try (NDManager manager = parent.newSubManager()) {
      NDArray input = manager.create(ids, new Shape(rows, width));
      NDArray mask = decoder.causal(width, 0, manager);
      NDArray hidden =
          decoder
              .read(input, positions(width), KeyValues.NONE, Optional.of(mask))
              .hidden()
              .reshape((long) rows * width, decoder.geometry().width());
      NDArray last = Decoder.rowsOf(hidden, manager.create(places));
      return decoder.logits(last).argMax(-1).toLongArray();
    }
  }

  static int[] positions(int width) {
    int[] positions = new int[width];
    for (int i = 0; i < width; i++) {
      positions[i] = i;
    }
    return positions;
  }
}
