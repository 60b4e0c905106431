package dev.carryover.formats.savedcache;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.WriterModel;
import java.util.List;

/** A writer that keeps no cache. */
final class NoteTaker implements WriterModel {
  @Override
  public ModelIdentity identity() {
    return ModelIdentity.builtIn("note-taker", "1");
  }

  @Override
  public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
    return Written.of("");
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    return Written.of(List.of());
  }
}
