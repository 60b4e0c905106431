package dev.carryover.migrations.parts;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Keeps what it was asked, and answers like {@link OverlapReader}. */
public final class RecordingReader implements ReaderModel {
  /** Everything that every such reader was given. */
  public static final Queue<Asked> ASKED = new ConcurrentLinkedQueue<>();

  private final OverlapReader reader = new OverlapReader();

  /** What was given once. */
  public record Asked(Question question, List<String> passages) {}

  @Override
  public ModelIdentity identity() {
    return ModelIdentity.builtIn("recording", "1");
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    ASKED.add(new Asked(question, passages));
    return reader.answer(question, passages);
  }

  /** Makes it. */
  public static final class Provider implements ReaderProvider {
    @Override
    public String name() {
      return "recording";
    }

    @Override
    public String description() {
      return "keeps what it was asked, for tests";
    }

    @Override
    public ReaderModel create(Settings settings, ModelContext context) {
      return new RecordingReader();
    }
  }
}
