package dev.carryover.models.prompted;

import dev.carryover.core.Event;
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

/** Writes notes on events, in one call. */
final class NoteWriting {
  private static final Pattern CODE_FENCE = Pattern.compile("(?m)^[ \\t]*```.*\\n?");

  private final LanguageModel model;
  private final PromptSettings settings;
  private final Template template;
  private final Examples examples;

  NoteWriting(LanguageModel model, PromptSettings settings) {
    this.model = model;
    this.settings = settings;
    this.template =
        settings.template("notes", settings.notesFile(), List.of("max_bytes", "events"));
    this.examples = settings.examples("notes");
  }

  /** SHA-256 of the prompt's file. */
  String promptHash() {
    return template.hash();
  }

  /** SHA-256 of the examples' file, or {@code none}. */
  String examplesHash() {
    return examples.hash();
  }

  /** The notes: whole lines alone, within the bytes, without code fences. */
  Written<String> write(Job job, int maxBytes) {
    Reply reply = ask(job, maxBytes);
    boolean cutOff = reply.finish() == FinishReason.LENGTH;
    List<String> rejected = new ArrayList<>();
    String said = CODE_FENCE.matcher(reply.text().replaceAll("\\R", "\n")).replaceAll("");
    String whole = cutOff ? WholeLines.withoutLast(said) : said;
    if (reply.finish() == FinishReason.FILTERED) {
      rejected.add("withheld by a filter");
    }
    note(rejected, "cut off", said, whole);
    String bare = whole.strip();
    String kept = WholeLines.within(bare, maxBytes);
    note(rejected, "over the limit of " + maxBytes + " bytes", bare, kept);
    return new Written<>(kept, reply.usage(), cutOff, rejected);
  }

  private static void note(List<String> rejected, String reason, String text, String kept) {
    String rest = text.substring(kept.length()).strip();
    if (!rest.isEmpty()) {
      rejected.add(reason + ": '" + rest + "'");
    }
  }

  private Reply ask(Job job, int maxBytes) {
    String quoted =
        Quotation.of(
            settings.style(), "events", job.events().stream().map(Event::asDatedLine).toList());
    Map<String, String> values =
        Map.of(
            "max_bytes", Integer.toString(maxBytes),
            "examples", examples.worked(),
            "events", quoted);
    List<String> stop = settings.style() == Style.COMPLETION ? List.of("\n\n") : List.of();
    Prompt prompt = template.fill(values, model.use());
    // no token is shorter than a byte, so that more tokens than bytes are of no use
    return model.complete(
        prompt,
        new Decoding(
            Room.within(model, prompt, Math.min(job.maxTokens(), maxBytes)),
            PromptedWriter.TEMPERATURE,
            OptionalLong.of(job.seed()),
            stop,
            Optional.empty()),
        job.repeat());
  }
}
