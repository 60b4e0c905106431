package dev.carryover.models.nano;

import dev.carryover.core.Seeds;
import dev.carryover.core.Usage;
import dev.carryover.models.nano.NanoGrammar.StudyQuestion;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.Sampling;
import dev.carryover.models.transformer.state.PromptedTransformer;
import dev.carryover.models.transformer.study.Inquirer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Asks a nano model about a text in the study wordings of its grammar, which no history asks in:
 * its language has no words for a task. The kinds of question take turns as long as they last, so
 * that none crowds out another.
 */
record GrammarInquirer(NanoGrammar grammar) implements Inquirer {
  @Override
  public Inquiry ask(
      PromptedTransformer model, KvCache text, List<String> passages, int count, long seed) {
    return new Inquiry(chosen(String.join(" ", passages), count, seed), Usage.NONE);
  }

  /** At most so many questions about a text. */
  List<Asked> chosen(String text, int count, long seed) {
    Map<String, List<Asked>> byKind = new TreeMap<>();
    for (StudyQuestion question : grammar.questionsAbout(text)) {
      byKind
          .computeIfAbsent(question.kind(), kind -> new ArrayList<>())
          .add(new Asked(question.kind(), question.text()));
    }
    byKind.forEach(
        (kind, asked) -> Collections.shuffle(asked, new Random(Seeds.derive(seed, kind))));
    int longest = byKind.values().stream().mapToInt(List::size).max().orElse(0);
    List<Asked> chosen = new ArrayList<>();
    for (int turn = 0; turn < longest; turn++) {
      for (List<Asked> asked : byKind.values()) {
        if (turn < asked.size() && chosen.size() < count) {
          chosen.add(asked.get(turn));
        }
      }
    }
    return chosen;
  }

  @Override
  public Sampling answering(PromptedTransformer model) {
    return model.prompt().sampling();
  }
}
