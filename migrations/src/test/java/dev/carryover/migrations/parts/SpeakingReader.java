package dev.carryover.migrations.parts;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import java.util.List;

/** Answers in words: always with the same ones. */
public final class SpeakingReader implements ReaderModel {
  /** What it says. */
  public static final String WORDS = "In the spring, in Oslo";

  @Override
  public ModelIdentity identity() {
    return ModelIdentity.builtIn("speaking", "1");
  }

  @Override
  public boolean answersFreely() {
    return true;
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    return Reply.of(WORDS);
  }

  /** Makes it. */
  public static final class Provider implements ReaderProvider {
    @Override
    public String name() {
      return "speaking";
    }

    @Override
    public String description() {
      return "answers in words, for tests";
    }

    @Override
    public ReaderModel create(Settings settings, ModelContext context) {
      return new SpeakingReader();
    }
  }
}
