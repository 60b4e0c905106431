package dev.carryover.models.transformer.study;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.carryover.models.transformer.Decoder;
import dev.carryover.models.transformer.KeyValues;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Conversations one after the other in a single row. Each begins at the same position and sees the
 * past and its own earlier tokens, none of another conversation.
 *
 * @param pieces the conversations
 */
record Packed(List<Piece> pieces) {
  /** Added to the score of what may not be seen. */
  private static final float UNSEEN = -1e9f;

  /**
   * A conversation.
   *
   * @param tokens what is read
   * @param first the first of its places whose prediction counts
   * @param counted how many predictions count from there
   */
  record Piece(int[] tokens, int first, int counted) {}

  /** A row of these lessons. */
  static Packed of(List<Lesson> lessons) {
    return new Packed(
        lessons.stream().map(l -> new Piece(l.tokens(), l.first(), l.targets().size())).toList());
  }

  /**
   * The logits of the predictions that count, in order: [N, vocabulary].
   *
   * @param past [1, …]
   * @param next position of every conversation's first token
   */
  NDArray logits(Decoder decoder, KeyValues past, int next, NDManager manager) {
    int length = pieces.stream().mapToInt(piece -> piece.tokens().length).sum();
    long[] ids = new long[length];
    int[] positions = new int[length];
    int[] counted = new int[pieces.stream().mapToInt(Piece::counted).sum()];
    int at = 0;
    int count = 0;
    for (Piece piece : pieces) {
      for (int i = 0; i < piece.counted(); i++) {
        counted[count++] = at + piece.first() + i;
      }
      for (int t = 0; t < piece.tokens().length; t++, at++) {
        ids[at] = piece.tokens()[t];
        positions[at] = next + t;
      }
    }
    NDArray hidden =
        decoder
            .branch(
                manager.create(ids, new Shape(1, length)),
                new int[][] {positions},
                past,
                KeyValues.NONE,
                Optional.of(mask(length, decoder.geometry().queriesPerKey(), manager)))
            .hidden();
    NDArray rows = hidden.reshape(length, decoder.geometry().width());
    return decoder.logits(Decoder.rowsOf(rows, manager.create(counted)));
  }

  private NDArray mask(int length, int queriesPerKey, NDManager manager) {
    float[] mask = new float[length * length];
    int from = 0;
    for (Piece piece : pieces) {
      for (int t = from; t < from + piece.tokens().length; t++) {
        Arrays.fill(mask, t * length, t * length + from, UNSEEN);
        Arrays.fill(mask, t * length + t + 1, (t + 1) * length, UNSEEN);
      }
      from += piece.tokens().length;
    }
    NDArray one = manager.create(mask, new Shape(1, 1, length, length));
    return queriesPerKey == 1 ? one : one.tile(new long[] {1, 1, queriesPerKey, 1});
  }
}
