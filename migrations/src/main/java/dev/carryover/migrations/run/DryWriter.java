package dev.carryover.migrations.run;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.WriterModel;
import java.util.List;

/**
 * Counts what a service would be asked to write, and writes something of that size in its place, so
 * that what readers would be shown can be counted too.
 *
 * @param counted counts and writes nothing
 * @param instead a built-in writer
 */
record DryWriter(WriterModel counted, WriterModel instead) implements WriterModel {
  @Override
  public ModelIdentity identity() {
    return counted.identity();
  }

  @Override
  public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
    counted.notes(events, maxBytes, maxTokens, seed);
    return instead.notes(events, maxBytes, maxTokens, seed);
  }

  @Override
  public Written<String> rewrite(String notes, int maxBytes, int maxTokens, long seed) {
    counted.rewrite(notes, maxBytes, maxTokens, seed);
    return instead.rewrite(notes, maxBytes, maxTokens, seed);
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    counted.claims(events, schema, maxTokens, seed);
    return instead.claims(events, schema, maxTokens, seed);
  }

  @Override
  public WriterModel repeat(int repeat) {
    return new DryWriter(counted.repeat(repeat), instead);
  }

  @Override
  public void close() {
    counted.close();
    instead.close();
  }
}
