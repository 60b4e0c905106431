package dev.carryover.formats.external;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import java.util.List;

/** Names a writer that lives within an external memory. */
public final class ExternalWriterProvider implements WriterProvider {
  @Override
  public String name() {
    return ExternalProvider.NAME;
  }

  @Override
  public String description() {
    return "a writer within an external memory, by the name that the memory knows it as";
  }

  @Override
  public List<Parameter> parameters() {
    return NamedPlayer.PARAMETERS;
  }

  @Override
  public WriterModel create(Settings settings, ModelContext context) {
    return new Named(NamedPlayer.from(settings));
  }

  private record Named(NamedPlayer player) implements WriterModel {
    @Override
    public ModelIdentity identity() {
      return player.model();
    }

    @Override
    public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
      throw player.cannot("write notes");
    }

    @Override
    public Written<List<Claim>> claims(
        List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
      throw player.cannot("write claims");
    }
  }
}
