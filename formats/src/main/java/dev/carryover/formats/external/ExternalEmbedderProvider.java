package dev.carryover.formats.external;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import java.util.List;

/** Names an embedder that lives within an external memory. */
public final class ExternalEmbedderProvider implements EmbedderProvider {
  @Override
  public String name() {
    return ExternalProvider.NAME;
  }

  @Override
  public String description() {
    return "an embedder within an external memory, by the name that the memory knows it as";
  }

  @Override
  public List<Parameter> parameters() {
    return NamedPlayer.PARAMETERS;
  }

  @Override
  public Embedder create(Settings settings, ModelContext context) {
    return new Named(NamedPlayer.from(settings));
  }

  private record Named(NamedPlayer player) implements Embedder {
    @Override
    public EmbedderIdentity identity() {
      return player.embedder();
    }

    @Override
    public boolean measurable() {
      return false;
    }

    @Override
    public List<float[]> embed(List<String> texts, Purpose purpose) {
      throw player.cannot("embed");
    }
  }
}
