package dev.carryover.models.transformer.study;

import ai.djl.ndarray.NDManager;
import dev.carryover.core.Question;
import dev.carryover.core.Usage;
import dev.carryover.models.transformer.Generation;
import dev.carryover.models.transformer.Generation.Continuation;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.Sampling;
import dev.carryover.models.transformer.state.PromptedTransformer;
import dev.carryover.models.transformer.study.Inquirer.Asked;
import dev.carryover.models.transformer.study.Packed.Piece;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A model answers its own questions about a text with the text in view, and tells how probable it
 * finds the tokens of its answers.
 *
 * @param answering how the answers are chosen
 */
record SelfStudy(PromptedTransformer model, Sampling answering) {
  /** Questions that are answered side by side. */
  private static final int SIDE_BY_SIDE = 64;

  /**
   * What came of it.
   *
   * @param conversations in the order of the questions
   * @param lessons one a conversation
   * @param usage tokens of the questions and answers, the text left out
   */
  record Studied(List<Conversation> conversations, List<Lesson> lessons, Usage usage) {}

  /** Answers these questions after a text's cache. */
  Studied about(KvCache text, List<Asked> questions) {
    List<Conversation> conversations = new ArrayList<>();
    List<Piece> pieces = new ArrayList<>();
    Usage usage = Usage.NONE;
    Generation generation = new Generation(answering);
    for (int from = 0; from < questions.size(); from += SIDE_BY_SIDE) {
      List<Asked> some = questions.subList(from, Math.min(questions.size(), from + SIDE_BY_SIDE));
      List<int[]> ids =
          some.stream().map(asked -> model.secondIds(new Question(asked.text()))).toList();
      List<Continuation> said = generation.after(text, ids);
      for (int i = 0; i < some.size(); i++) {
        String answer = said.get(i).text().strip();
        conversations.add(new Conversation(some.get(i).kind(), some.get(i).text(), answer));
        pieces.add(piece(ids.get(i), said.get(i).ids()));
        usage = usage.plus(new Usage(ids.get(i).length, said.get(i).ids().size()));
      }
    }
    try (NDManager manager = model.model().newManager()) {
      model.model().prepareThread();
      Teacher teacher = new Teacher(model.model().decoder(), text.keyValues(), manager);
      return new Studied(conversations, teacher.lessons(pieces), usage);
    }
  }

  /** The answer's last token is predicted and not read. */
  private static Piece piece(int[] question, List<Integer> answer) {
    int[] tokens = Arrays.copyOf(question, question.length + answer.size() - 1);
    for (int i = 0; i < answer.size() - 1; i++) {
      tokens[question.length + i] = answer.get(i);
    }
    return new Piece(tokens, question.length - 1, answer.size());
  }
}
