package dev.carryover.formats.notes;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.WriterModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** A writer that writes as a function says, and keeps the calls. */
final class TestWriter implements WriterModel {
  static final ModelIdentity IDENTITY = ModelIdentity.builtIn("test-writer", "1");

  private final Function<Call, Written<String>> method;
  private final List<Call> calls = new ArrayList<>();

  private TestWriter(Function<Call, Written<String>> method) {
    this.method = method;
  }

  /** What a writer is asked. */
  record Call(List<Event> events, int maxBytes, int maxTokens, long seed) {}

  /** Writes down the first events that fit, one a line. */
  static TestWriter ofFirstEvents() {
    return as(call -> Written.of(firstEvents(call)));
  }

  /** Writes this on every segment, whatever it is told. */
  static TestWriter of(String notes) {
    return as(call -> Written.of(notes));
  }

  /** Writes this on every segment until it is stopped. */
  static TestWriter ofStopped(String notes) {
    return as(call -> new Written<>(notes, Usage.NONE, true, List.of()));
  }

  static TestWriter as(Function<Call, Written<String>> method) {
    return new TestWriter(method);
  }

  List<Call> calls() {
    return calls;
  }

  @Override
  public ModelIdentity identity() {
    return IDENTITY;
  }

  @Override
  public SortedMap<String, String> settings() {
    return new TreeMap<>(Map.of("prompt", "abc123", "temperature", "0.1"));
  }

  @Override
  public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
    Call call = new Call(events, maxBytes, maxTokens, seed);
    calls.add(call);
    return method.apply(call);
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    throw new AssertionError("notes need no claims");
  }

  private static String firstEvents(Call call) {
    StringBuilder notes = new StringBuilder();
    int left = call.maxBytes();
    for (Event event : call.events()) {
      String line = event.asLine() + "\n";
      left -= line.getBytes(StandardCharsets.UTF_8).length;
      if (left < 0) {
        break;
      }
      notes.append(line);
    }
    return notes.toString();
  }
}
