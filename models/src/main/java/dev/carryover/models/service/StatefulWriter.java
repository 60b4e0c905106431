package dev.carryover.models.service;

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
 * A writer whose cache can be kept.
 *
 * @param slots closed with it
 */
record StatefulWriter(WriterModel writer, SlotModel slots) implements WriterModel {
  @Override
  public Optional<StatefulModel> state() {
    return Optional.of(slots);
  }

  @Override
  public List<Problem> preflight() {
    List<Problem> problems = writer.preflight();
    return problems.isEmpty() ? slots.preflight() : problems;
  }

  @Override
  public void close() {
    try (slots) {
      writer.close();
    }
  }

  @Override
  public WriterModel repeat(int repeat) {
    return new StatefulWriter(writer.repeat(repeat), slots);
  }

  @Override
  public ModelIdentity identity() {
    return writer.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    return writer.settings();
  }

  @Override
  public void confirm() {
    writer.confirm();
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
}
