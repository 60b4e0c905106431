package dev.carryover.migrations.parts;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import java.util.List;

/** Answers by shared words, but only where it is shown at least so many passages. */
public final class OddReader implements ReaderModel {
  private final String name;
  private final int least;
  private final OverlapReader reader = new OverlapReader();

  private OddReader(String name, int least) {
    this.name = name;
    this.least = least;
  }

  @Override
  public ModelIdentity identity() {
    return ModelIdentity.builtIn(name, "1");
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    return passages.size() < least ? Reply.of("unknown") : reader.answer(question, passages);
  }

  /** Cannot use evidence that is handed to it alone. */
  public static final class Crowded implements ReaderProvider {
    @Override
    public String name() {
      return "crowded";
    }

    @Override
    public String description() {
      return "answers from four passages or more, for tests";
    }

    @Override
    public ReaderModel create(Settings settings, ModelContext context) {
      return new OddReader(name(), 4);
    }
  }

  /** Ignores whatever it is shown. */
  public static final class Blind implements ReaderProvider {
    @Override
    public String name() {
      return "blind";
    }

    @Override
    public String description() {
      return "ignores what it is shown, for tests";
    }

    @Override
    public ReaderModel create(Settings settings, ModelContext context) {
      return new OddReader(name(), Integer.MAX_VALUE);
    }
  }
}
