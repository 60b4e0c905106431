package dev.carryover.models.transformer.study;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import dev.carryover.models.transformer.Decoder;
import dev.carryover.models.transformer.KeyValues;
import dev.carryover.models.transformer.study.Lesson.Target;
import dev.carryover.models.transformer.study.Packed.Piece;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The model with the text in view: tells how probable it finds the tokens of answers.
 *
 * @param text the cache of the whole text, [1, …]; its length is the position of a question's first
 *     token
 */
record Teacher(Decoder decoder, KeyValues text, NDManager manager) {
  /** The next tokens whose probabilities are told; the others are told as one. */
  private static final int TOLD = 20;

  /** Tokens that are read at once. */
  private static final int AT_ONCE = 512;

  /** What it would say in each of these conversations, after each of the places that count. */
  List<Lesson> lessons(List<Piece> conversations) {
    List<Lesson> lessons = new ArrayList<>();
    List<Piece> batch = new ArrayList<>();
    int tokens = 0;
    for (Piece piece : conversations) {
      if (!batch.isEmpty() && tokens + piece.tokens().length > AT_ONCE) {
        lessons.addAll(batch(batch));
        batch.clear();
        tokens = 0;
      }
      batch.add(piece);
      tokens += piece.tokens().length;
    }
    if (!batch.isEmpty()) {
      lessons.addAll(batch(batch));
    }
    return lessons;
  }

  private List<Lesson> batch(List<Piece> batch) {
    try (NDManager own = manager.newSubManager()) {
      int told = Math.min(TOLD, decoder.geometry().vocabulary());
      NDArray logits = new Packed(batch).logits(decoder, text, text.length(), own);
      NDList top = logits.softmax(-1).topK(told, -1, true, true);
      float[] probabilities = top.get(0).toFloatArray();
      long[] tokens = top.get(1).toLongArray();
      List<Lesson> lessons = new ArrayList<>();
      int at = 0;
      for (Piece piece : batch) {
        List<Target> targets = new ArrayList<>();
        for (int i = 0; i < piece.counted(); i++, at += told) {
          targets.add(
              new Target(
                  Arrays.stream(tokens, at, at + told).mapToInt(Math::toIntExact).toArray(),
                  Arrays.copyOfRange(probabilities, at, at + told)));
        }
        lessons.add(new Lesson(piece.tokens(), piece.first(), targets));
      }
      return lessons;
    }
  }
}
