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
  private final Tasks tasks;
  private final Calls calls;
  private final int repeat;

  PromptedWriter(LanguageModel model, PromptSettings settings, int parallel) {
    this(
        model,
        settings,
        new Tasks(
            NoteWriting.ofEvents(model, settings),
            NoteWriting.ofNotes(model, settings),
            new ClaimWriting(model, settings)),
        new Calls(parallel),
        0);
  }

  private PromptedWriter(
      LanguageModel model, PromptSettings settings, Tasks tasks, Calls calls, int repeat) {
    this.model = model;
    this.settings = settings;
    this.tasks = tasks;
    this.calls = calls;
    this.repeat = repeat;
  }

  /** What it is asked to write, with the prompts. */
  private record Tasks(NoteWriting notes, NoteWriting rewriting, ClaimWriting claims) {}

  @Override
  public ModelIdentity identity() {
    return model.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    SortedMap<String, String> all = new TreeMap<>();
    all.put("style", settings.style().label());
    all.put("notes_prompt", tasks.notes().promptHash());
    all.put("notes_examples", tasks.notes().examplesHash());
    all.put("rewrite_prompt", tasks.rewriting().promptHash());
    all.put("rewrite_examples", tasks.rewriting().examplesHash());
    all.put("claims_prompt", tasks.claims().promptHash());
    all.put("claims_examples", tasks.claims().examplesHash());
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
    List<String> texts = events.stream().map(Event::asDatedLine).toList();
    return tasks.notes().within(new NoteWriting.Task(texts, maxBytes, maxTokens, seed, repeat));
  }

  @Override
  public Written<String> rewrite(String old, int maxBytes, int maxTokens, long seed) {
    List<String> texts =
        old.lines().filter(line -> !line.isBlank()).map(WriterModel::item).toList();
    return tasks.rewriting().whole(new NoteWriting.Task(texts, maxBytes, maxTokens, seed, repeat));
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    return tasks.claims().write(new Job(events, maxTokens, seed, repeat), schema, calls);
  }

  @Override
  public WriterModel repeat(int number) {
    return new PromptedWriter(model, settings, tasks, calls, number);
  }

  @Override
  public void close() {
    model.close();
  }
}
