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

/**
 * Asks a decoder one question at a time: document, question, the most likely answer. An answer is
 * right where each of its tokens, and the full stop after it, is the most likely one after those
 * before: just what greedy writing would have to write.
 */
public final class Examiner {
  /** What ends an answer. */
  static final String END = " .";

  private static final int ROWS = 16;

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
   * @param unknown of them, whose answer begins with {@code unknown}
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
        papers.add(paper(lesson.document(), exercise));
      }
    }
    papers.sort(Comparator.comparingInt(paper -> paper.ids().length));
    Map<String, Mark> marks = new TreeMap<>();
    for (int from = 0; from < papers.size(); from += ROWS) {
      mark(papers.subList(from, Math.min(papers.size(), from + ROWS)), marks);
    }
    return marks;
  }

  /** A prompt with its right answer. */
  private record Paper(String family, int[] ids, int answerFrom) {}

  private Paper paper(String document, Exercise exercise) {
    String prompt = NanoVocabulary.BEGIN + " " + document + " " + exercise.question();
    int[] ids = vocabulary.encode(prompt + " " + exercise.answer() + END);
    return new Paper(exercise.family(), ids, vocabulary.encode(prompt).length);
  }

  private void mark(List<Paper> papers, Map<String, Mark> marks) {
    int width = papers.get(papers.size() - 1).ids().length;
    long[] likely = likely(papers, width);
    for (int row = 0; row < papers.size(); row++) {
      Paper paper = papers.get(row);
      boolean right = true;
      for (int i = paper.answerFrom(); i < paper.ids().length; i++) {
        right &= likely[row * width + i - 1] == paper.ids()[i];
      }
      long first = likely[row * width + paper.answerFrom() - 1];
      boolean unknown = first == vocabulary.number(Exercise.UNKNOWN);
      Mark before = marks.getOrDefault(paper.family(), new Mark(0, 0, 0));
      marks.put(paper.family(), before.plus(right, unknown));
    }
  }

  /** The most likely next token after every token of every row. */
  private long[] likely(List<Paper> papers, int width) {
    long[] ids = new long[papers.size() * width];
    for (int row = 0; row < papers.size(); row++) {
      int[] prompt = papers.get(row).ids();
      for (int i = 0; i < prompt.length; i++) {
        ids[row * width + i] = prompt[i];
      }
    }
    NDManager parent = decoder.weights().embedding().getManager();
    try (NDManager manager = parent.newSubManager()) {
      NDArray input = manager.create(ids, new Shape(papers.size(), width));
      NDArray mask = decoder.causal(width, 0, manager);
      Decoder.Pass pass = decoder.read(input, positions(width), KeyValues.NONE, Optional.of(mask));
      return decoder.logits(pass.hidden()).argMax(-1).toLongArray();
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
