package dev.carryover.models.prompted;

import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Decoding;
import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.WriterModel.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Writes notes in one call: on events, or in other words from notes that exist already. */
final class NoteWriting {
  private static final Pattern CODE_FENCE = Pattern.compile("(?m)^[ \\t]*```.*\\n?");

  private final LanguageModel model;
  private final PromptSettings settings;
  private final String material;
  private final Template template;
  private final Examples examples;

  private NoteWriting(
      LanguageModel model,
      PromptSettings settings,
      String role,
      Optional<String> file,
      String material) {
    this.model = model;
    this.settings = settings;
    this.material = material;
    this.template = settings.template(role, file, List.of("max_bytes", material));
    this.examples = settings.examples(role);
  }

  /** Of a history's events. */
  static NoteWriting ofEvents(LanguageModel model, PromptSettings settings) {
    return new NoteWriting(model, settings, "notes", settings.notesFile(), "events");
  }

  /** Of notes that somebody wrote. */
  static NoteWriting ofNotes(LanguageModel model, PromptSettings settings) {
    return new NoteWriting(model, settings, "rewrite", settings.rewriteFile(), "notes");
  }

  /** SHA-256 of the prompt's file. */
  String promptHash() {
    return template.hash();
  }

  /** SHA-256 of the examples' file, or {@code none}. */
  String examplesHash() {
    return examples.hash();
  }

  /**
   * What is to be written.
   *
   * @param texts to write from
   * @param maxBytes what the notes may take
   * @param maxTokens the allowance of output
   * @param seed of the service's choices, where it takes one
   * @param repeat 0 for the first
   */
  record Task(List<String> texts, int maxBytes, int maxTokens, long seed, int repeat) {}

  /** The notes: whole lines alone, within the bytes, without code fences. */
  Written<String> within(Task task) {
    Written<String> said = whole(task);
    List<String> rejected = new ArrayList<>(said.rejected());
    String whole = said.cutOff() ? WholeLines.withoutLast(said.content()) : said.content();
    note(rejected, "cut off", said.content(), whole);
    String bare = whole.strip();
    String kept = WholeLines.within(bare, task.maxBytes());
    note(rejected, "over the limit of " + task.maxBytes() + " bytes", bare, kept);
    return new Written<>(kept, said.usage(), said.cutOff(), rejected);
  }

  /** All that was said, without code fences, whatever bytes it takes. */
  Written<String> whole(Task task) {
    Reply reply = ask(task);
    String said = CODE_FENCE.matcher(reply.text().replaceAll("\\R", "\n")).replaceAll("");
    return new Written<>(
        said,
        reply.usage(),
        reply.finish() == FinishReason.LENGTH,
        reply.finish() == FinishReason.FILTERED ? List.of("withheld by a filter") : List.of());
  }

  private static void note(List<String> rejected, String reason, String text, String kept) {
    String rest = text.substring(kept.length()).strip();
    if (!rest.isEmpty()) {
      rejected.add(reason + ": '" + rest + "'");
    }
  }

  private Reply ask(Task task) {
    Map<String, String> values =
        Map.of(
            "max_bytes",
            Integer.toString(task.maxBytes()),
            "examples",
            examples.worked(),
            material,
            Quotation.of(settings.style(), material, task.texts()));
    List<String> stop = settings.style() == Style.COMPLETION ? List.of("\n\n") : List.of();
    Prompt prompt = template.fill(values, model.use());
    // no token is shorter than a byte, so that more tokens than bytes are of no use
    return model.complete(
        prompt,
        new Decoding(
            Room.within(model, prompt, Math.min(task.maxTokens(), task.maxBytes())),
            PromptedWriter.TEMPERATURE,
            OptionalLong.of(task.seed()),
            stop,
            Optional.empty()),
        task.repeat());
  }
}
