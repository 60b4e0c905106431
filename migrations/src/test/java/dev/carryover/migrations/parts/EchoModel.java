package dev.carryover.migrations.parts;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.FinishReason;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A model for tests with an open cache, whose cache is the texts that it read. It answers by shared
 * words. Its path is its shape and its revision, such as {@code wide/1}: a cache of another
 * revision has its shape, and from such a cache every second answer is nonsense.
 */
public final class EchoModel implements ReaderModel, WriterModel, StatefulModel {
  private static final String FILE = "cache.txt";
  private static final Usage ANSWERED = new Usage(5, 1);

  private final ModelIdentity identity;
  private final String shape;
  private final OverlapReader reader = new OverlapReader();

  private EchoModel(Settings settings) {
    String path = settings.text("path").orElseThrow();
    this.shape = path.substring(0, path.indexOf('/'));
    this.identity = ModelIdentity.builtIn("echo", path);
  }

  @Override
  public ModelIdentity identity() {
    return identity;
  }

  @Override
  public SortedMap<String, String> settings() {
    return new TreeMap<>();
  }

  @Override
  public Optional<StatefulModel> state() {
    return Optional.of(this);
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    return new Reply(
        reader.answer(question, passages).text(), FinishReason.STOP, new Usage(passages.size(), 1));
  }

  @Override
  public Kept prefill(List<String> passages, Path folder) {
    String text =
        identity.revision().orElseThrow()
            + "\n"
            + passages.stream().map(line -> line + "\n").collect(Collectors.joining());
    try {
      Files.writeString(folder.resolve(FILE), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Kept(new Usage(passages.size(), 0), passages.size(), text.length());
  }

  @Override
  public Kept train(List<String> passages, Study study, Path folder) {
    return prefill(passages, folder);
  }

  @Override
  public OpenState open(Path folder, Foreign foreign) {
    List<String> lines;
    try {
      lines = Files.readAllLines(folder.resolve(FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ModelIdentity owner = ModelIdentity.builtIn("echo", lines.get(0));
    boolean own = owner.equals(identity);
    boolean fits = lines.get(0).startsWith(shape + "/");
    if (!own && !(fits && foreign == Foreign.USE)) {
      throw new IncompatibleStateException(
          "the cache is of %s, and this is %s"
              .formatted(owner.fingerprint(), identity.fingerprint()));
    }
    return new Cache(owner, own, lines.subList(1, lines.size()), reader);
  }

  @Override
  public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
    String notes =
        events.stream().map(event -> event.asLine() + "\n").collect(Collectors.joining());
    return new Written<>(
        notes.substring(0, Math.min(notes.length(), maxBytes)),
        new Usage(events.size(), 3),
        false,
        List.of());
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    throw new ServiceException("writes notes only");
  }

  @Override
  public EchoModel repeat(int repeat) {
    return this;
  }

  @Override
  public void close() {}

  /** An open cache, which refuses to answer once it is closed. */
  private static final class Cache implements OpenState {
    private static final float[] OWN = logs(0.7, 0.2, 0.1);
    private static final float[] FOREIGN = logs(0.1, 0.2, 0.7);

    private final ModelIdentity owner;
    private final boolean own;
    private final List<String> texts;
    private final OverlapReader reader;
    private volatile boolean closed;

    Cache(ModelIdentity owner, boolean own, List<String> texts, OverlapReader reader) {
      this.owner = owner;
      this.own = own;
      this.texts = texts;
      this.reader = reader;
    }

    private static float[] logs(double... probabilities) {
      float[] logs = new float[probabilities.length];
      for (int i = 0; i < logs.length; i++) {
        logs[i] = (float) Math.log(probabilities[i]);
      }
      return logs;
    }

    @Override
    public ModelIdentity computedFor() {
      return owner;
    }

    @Override
    public Reply answer(Question question) {
      requireOpen();
      boolean nonsense = !own && question.text().length() % 2 == 0;
      String text = nonsense ? "ZZ-0000" : reader.answer(question, texts).text();
      return new Reply(text.toUpperCase(Locale.ROOT), FinishReason.STOP, ANSWERED);
    }

    @Override
    public float[] firstToken(Question question) {
      requireOpen();
      return (own ? OWN : FOREIGN).clone();
    }

    private void requireOpen() {
      if (closed) {
        throw new IllegalStateException("the cache is closed");
      }
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Makes it as a reader. */
  public static final class Readers implements ReaderProvider {
    @Override
    public String name() {
      return "echo";
    }

    @Override
    public String description() {
      return "keeps what it read, for tests";
    }

    @Override
    public ReaderModel create(Settings settings, ModelContext context) {
      return new EchoModel(settings);
    }
  }

  /** Makes it as a writer. */
  public static final class Writers implements WriterProvider {
    @Override
    public String name() {
      return "echo";
    }

    @Override
    public String description() {
      return "keeps what it read, for tests";
    }

    @Override
    public WriterModel create(Settings settings, ModelContext context) {
      return new EchoModel(settings);
    }
  }
}
