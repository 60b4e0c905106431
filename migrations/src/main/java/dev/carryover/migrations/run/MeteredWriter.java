package dev.carryover.migrations.run;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.Preflight;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.WriterModel;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;

/** A writer that tells what its writing took. */
record MeteredWriter(WriterModel writer, Consumer<Usage> meter) implements WriterModel {
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
    return metered(writer.notes(events, maxBytes, maxTokens, seed));
  }

  @Override
  public Written<String> rewrite(String notes, int maxBytes, int maxTokens, long seed) {
    return metered(writer.rewrite(notes, maxBytes, maxTokens, seed));
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    return metered(writer.claims(events, schema, maxTokens, seed));
  }

  private <T> Written<T> metered(Written<T> written) {
    meter.accept(written.usage());
    return written;
  }

  @Override
  public WriterModel repeat(int repeat) {
    return new MeteredWriter(writer.repeat(repeat), meter);
  }

  @Override
  public Optional<StatefulModel> state() {
    return writer.state().map(model -> new MeteredState(model, meter));
  }

  @Override
  public List<Preflight.Problem> preflight() {
    return writer.preflight();
  }

  @Override
  public void confirm() {
    writer.confirm();
  }

  @Override
  public void close() {
    writer.close();
  }
}
