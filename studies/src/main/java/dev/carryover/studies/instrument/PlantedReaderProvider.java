package dev.carryover.studies.instrument;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import java.util.List;

/** Makes a built-in reader that garbles its answers to the questions it is told to. */
public final class PlantedReaderProvider implements ReaderProvider {
  /** For the service loader. */
  public PlantedReaderProvider() {}

  @Override
  public String name() {
    return PlantedWriterProvider.NAME;
  }

  @Override
  public String description() {
    return "a built-in model with planted faults, to measure the instrument with";
  }

  @Override
  public List<Parameter> parameters() {
    return PlantedTexts.parameters();
  }

  @Override
  public ReaderModel create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    ReaderModel inner =
        Plugins.named(ReaderProvider.class, "model", PlantedTexts.inner(settings))
            .create(Settings.NONE, context);
    return new PlantedReader(inner, PlantedTexts.named(settings));
  }

  private record PlantedReader(ReaderModel inner, PlantedTexts garbled) implements ReaderModel {
    @Override
    public ModelIdentity identity() {
      return ModelIdentity.builtIn(
          PlantedWriterProvider.NAME + " " + inner.identity().name(), garbled.digest());
    }

    @Override
    public Reply answer(Question question, List<String> passages) {
      Reply reply = inner.answer(question, passages);
      return garbled.hold(question.text())
          ? new Reply(shifted(reply.text()), reply.finish(), reply.usage())
          : reply;
    }

    /** The next letter or digit in place of each: a code of the same form that is another. */
    private static String shifted(String text) {
      StringBuilder shifted = new StringBuilder();
      for (char c : text.toCharArray()) {
        shifted.append(
            c >= '0' && c <= '9' ? next(c, '0', 10) : c >= 'A' && c <= 'Z' ? next(c, 'A', 26) : c);
      }
      return shifted.toString();
    }

    private static char next(char c, char first, int count) {
      return (char) (first + (c - first + 1) % count);
    }

    @Override
    public void close() {
      inner.close();
    }
  }
}
