package dev.carryover.formats.external;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import java.util.List;

/** Names a reader that lives within an external memory. */
public final class ExternalReaderProvider implements ReaderProvider {
  @Override
  public String name() {
    return ExternalProvider.NAME;
  }

  @Override
  public String description() {
    return "a reader within an external memory, by the name that the memory knows it as";
  }

  @Override
  public List<Parameter> parameters() {
    return NamedPlayer.PARAMETERS;
  }

  @Override
  public ReaderModel create(Settings settings, ModelContext context) {
    return new Named(NamedPlayer.from(settings));
  }

  private record Named(NamedPlayer player) implements ReaderModel {
    @Override
    public ModelIdentity identity() {
      return player.model();
    }

    @Override
    public Reply answer(Question question, List<String> passages) {
      throw player.cannot("answer");
    }

    /** An agent speaks as it likes: codes are not all that it can be asked for. */
    @Override
    public boolean answersFreely() {
      return true;
    }
  }
}
