package dev.carryover.models.prompted;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.WriterModel;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The writer that a language model plays. A prompt holds the events, the schema's relations or the
 * byte limit, and fixed text.
 */
final class PromptedWriter implements WriterModel {
  /**
   * Low, so that a repeat writes nearly the same, and not greedy, which makes small models loop.
   */
  static final double TEMPERATURE = 0.2;

  private final LanguageModel model;
  private final PromptSettings settings;
  private final NoteWriting notes;
  private final ClaimWriting claims;
  private final Calls calls;
  private final int repeat;

  PromptedWriter(LanguageModel model, PromptSettings settings, int parallel) {
    this(
        model,
        settings,
        new NoteWriting(model, settings),
        new ClaimWriting(model, settings),
        new Calls(parallel),
        0);
  }

  private PromptedWriter(
      LanguageModel model,
      PromptSettings settings,
      NoteWriting notes,
      ClaimWriting claims,
      Calls calls,
      int repeat) {
    this.model = model;
    this.settings = settings;
    this.notes = notes;
    this.claims = claims;
    this.calls = calls;
    this.repeat = repeat;
  }

  @Override
  public ModelIdentity identity() {
    return model.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    SortedMap<String, String> all = new TreeMap<>();
    all.put("style", settings.style().label());
    all.put("notes_prompt", notes.promptHash());
    all.put("notes_examples", notes.examplesHash());
    all.put("claims_prompt", claims.promptHash());
    all.put("claims_examples", claims.examplesHash());
    all.put("claims_batch", Integer.toString(settings.claimsBatch()));
    all.put("writer_temperature", Double.toString(TEMPERATURE));
    all.put("writer_seed", "the store's");
    return all;
  }

  @Override
  public List<Problem> preflight() {
    return model.preflight();
  }

  @Override
  public void confirm() {
    model.confirm();
  }

  @Override
  public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
    return notes.write(new Job(events, maxTokens, seed, repeat), maxBytes);
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    return claims.write(new Job(events, maxTokens, seed, repeat), schema, calls);
  }

  @Override
  public WriterModel repeat(int number) {
    return new PromptedWriter(model, settings, notes, claims, calls, number);
  }

  @Override
  public void close() {
    model.close();
  }
}
