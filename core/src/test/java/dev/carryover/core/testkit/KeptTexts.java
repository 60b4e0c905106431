package dev.carryover.core.testkit;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.WriterModel;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A model for tests whose state is texts: it answers with the text that shares the most words with
 * the question, the first of several, and {@code unknown} where none shares any. A state of another
 * revision under its own name has its shape.
 *
 * @param identity who it is: a name and a revision
 */
public record KeptTexts(ModelIdentity identity) implements StatefulModel {
  private static final String FILE = "texts.bin";

  /** The model of this name and revision. */
  public static KeptTexts of(String name, String revision) {
    return new KeptTexts(ModelIdentity.builtIn(name, revision));
  }

  @Override
  public SortedMap<String, String> settings() {
    return new TreeMap<>();
  }

  @Override
  public Kept prefill(List<String> passages, Path folder) {
    Path file = folder.resolve(FILE);
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
      out.writeUTF(identity.name());
      out.writeUTF(identity.revision().orElseThrow());
      out.writeInt(passages.size());
      for (String passage : passages) {
        out.writeInt(passage.length());
        out.writeChars(passage);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Kept(new Usage(passages.size(), 0), passages.size(), file.toFile().length());
  }

  /** Keeps as many of the texts as there are positions. */
  @Override
  public Kept train(List<String> passages, Study study, Path folder) {
    return prefill(passages.subList(0, Math.min(passages.size(), study.positions())), folder);
  }

  @Override
  public OpenState open(Path folder, Foreign foreign) {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(folder.resolve(FILE)))) {
      ModelIdentity owner = ModelIdentity.builtIn(in.readUTF(), in.readUTF());
      boolean fits = foreign == Foreign.USE && owner.name().equals(identity.name());
      if (!owner.equals(identity) && !fits) {
        throw new IncompatibleStateException(
            "the state is of %s, and %s cannot go on from it"
                .formatted(owner.fingerprint(), identity.fingerprint()));
      }
      List<String> texts = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        StringBuilder text = new StringBuilder();
        for (int chars = in.readInt(); chars > 0; chars--) {
          text.append(in.readChar());
        }
        texts.add(text.toString());
      }
      return new OpenTexts(owner, texts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** This model in the role of the writer, who keeps states and writes nothing else. */
  public WriterModel asWriter() {
    return new Writer(this);
  }

  /** This model in the role of the reader, who goes on from states and reads nothing else. */
  public ReaderModel asReader() {
    return new Reader(this);
  }

  private record Writer(KeptTexts model) implements WriterModel {
    @Override
    public ModelIdentity identity() {
      return model.identity();
    }

    @Override
    public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
      throw new AssertionError("a state needs no notes");
    }

    @Override
    public Written<List<Claim>> claims(
        List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
      throw new AssertionError("a state needs no claims");
    }

    @Override
    public Optional<StatefulModel> state() {
      return Optional.of(model);
    }
  }

  private record Reader(KeptTexts model) implements ReaderModel {
    @Override
    public ModelIdentity identity() {
      return model.identity();
    }

    @Override
    public Reply answer(Question question, List<String> passages) {
      throw new AssertionError("a state brings back no passages");
    }

    @Override
    public Optional<StatefulModel> state() {
      return Optional.of(model);
    }
  }

  private record OpenTexts(ModelIdentity computedFor, List<String> texts) implements OpenState {
    @Override
    public Reply answer(Question question) {
      Set<String> asked = words(question.text());
      return Reply.of(
          texts.stream()
              .filter(text -> shared(text, asked) > 0)
              .max(Comparator.comparingLong(text -> shared(text, asked)))
              .orElse("unknown"));
    }

    @Override
    public float[] firstToken(Question question) {
      return new float[0];
    }

    @Override
    public void close() {}

    private static long shared(String text, Set<String> asked) {
      return words(text).stream().filter(asked::contains).count();
    }

    private static Set<String> words(String text) {
      return new HashSet<>(List.of(text.toLowerCase(Locale.ROOT).split("\\W+")));
    }
  }
}
