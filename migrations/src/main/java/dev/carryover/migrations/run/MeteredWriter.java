package dev.carryover.migrations.run;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.Preflight;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.WriterModel;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A writer that tells what its writing took. */
record MeteredWriter(WriterModel writer, Consumer<WriterCall> meter) implements WriterModel {
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
    return metered(
        () -> writer.notes(events, maxBytes, maxTokens, seed), notes -> !notes.isBlank());
  }

  @Override
  public Written<String> rewrite(String notes, int maxBytes, int maxTokens, long seed) {
    return metered(() -> writer.rewrite(notes, maxBytes, maxTokens, seed), anew -> !anew.isBlank());
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    return metered(
        () -> writer.claims(events, schema, maxTokens, seed), claims -> !claims.isEmpty());
  }

  private <T> Written<T> metered(Supplier<Written<T>> call, Predicate<T> said) {
    long start = System.nanoTime();
    Written<T> written = call.get();
    long micros = (System.nanoTime() - start) / 1000;
    meter.accept(
        new WriterCall(
            written.usage(),
            written.cutOff(),
            said.test(written.content()),
            writer.state().isPresent() ? micros : 0));
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
