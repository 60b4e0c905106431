package dev.carryover.cli.parts;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.scoring.ExactCodeScoring;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Answers with the code of the last line that shares most words of weight with the question. */
public final class OverlapReader implements ReaderModel {
  private static final Set<String> LIGHT =
      Set.of("", "the", "of", "is", "has", "for", "by", "rule");

  @Override
  public ModelIdentity identity() {
    return ModelIdentity.builtIn("overlap", "1");
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    Set<String> asked = words(question.text());
    String best = "unknown";
    int most = 1;
    for (String line : passages.stream().flatMap(String::lines).toList()) {
      List<String> codes = ExactCodeScoring.codesIn(line);
      Set<String> shared = words(line);
      shared.retainAll(asked);
      if (codes.size() == 1 && shared.size() >= most) {
        most = shared.size();
        best = codes.get(0);
      }
    }
    return Reply.of(best);
  }

  private static Set<String> words(String text) {
    Set<String> words = new HashSet<>(List.of(text.split("\\P{L}+")));
    words.removeAll(LIGHT);
    return words;
  }

  /** Makes it. */
  public static final class Provider implements ReaderProvider {
    @Override
    public String name() {
      return "overlap";
    }

    @Override
    public String description() {
      return "shares words with the question, for tests";
    }

    @Override
    public ReaderModel create(Settings settings, ModelContext context) {
      return new OverlapReader();
    }
  }
}
