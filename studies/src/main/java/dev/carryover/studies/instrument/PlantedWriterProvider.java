package dev.carryover.studies.instrument;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import java.util.List;

/** Makes a built-in writer that leaves out the events it is told to. */
public final class PlantedWriterProvider implements WriterProvider {
  static final String NAME = "planted";

  /** For the service loader. */
  public PlantedWriterProvider() {}

  @Override
  public String name() {
    return NAME;
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
  public WriterModel create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    WriterModel inner =
        Plugins.named(WriterProvider.class, "model", PlantedTexts.inner(settings))
            .create(Settings.NONE, context);
    return new PlantedWriter(inner, PlantedTexts.named(settings));
  }

  private record PlantedWriter(WriterModel inner, PlantedTexts left) implements WriterModel {
    @Override
    public ModelIdentity identity() {
      return ModelIdentity.builtIn(NAME + " " + inner.identity().name(), left.digest());
    }

    @Override
    public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
      List<Event> kept = kept(events);
      return kept.isEmpty() ? Written.of("") : inner.notes(kept, maxBytes, maxTokens, seed);
    }

    @Override
    public Written<List<Claim>> claims(
        List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
      return inner.claims(kept(events), schema, maxTokens, seed);
    }

    /** Old notes hold no event that could be left out. */
    @Override
    public Written<String> rewrite(String notes, int maxBytes, int maxTokens, long seed) {
      return inner.rewrite(notes, maxBytes, maxTokens, seed);
    }

    private List<Event> kept(List<Event> events) {
      return events.stream().filter(event -> !left.hold(event.text())).toList();
    }

    @Override
    public void close() {
      inner.close();
    }
  }
}
