package dev.carryover.models.transformer.role;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.WriterModel;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A writer that a transformer in this process plays, with its states.
 *
 * @param writer who writes with a prompt; closed with this
 * @param states of the same model
 */
record TransformerWriter(WriterModel writer, StatefulModel states) implements WriterModel {
  @Override
  public ModelIdentity identity() {
    return writer.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    return writer.settings();
  }

  @Override
  public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
    return writer.notes(events, maxBytes, maxTokens, seed);
  }

  @Override
  public Written<String> rewrite(String notes, int maxBytes, int maxTokens, long seed) {
    return writer.rewrite(notes, maxBytes, maxTokens, seed);
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    return writer.claims(events, schema, maxTokens, seed);
  }

  @Override
  public WriterModel repeat(int repeat) {
    return new TransformerWriter(writer.repeat(repeat), states);
  }

  @Override
  public Optional<StatefulModel> state() {
    return Optional.of(states);
  }

  @Override
  public void close() {
    writer.close();
  }
}
