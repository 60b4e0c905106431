package dev.carryover.models.prompted;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.ClaimSchema.Relation;
import dev.carryover.core.Event;
import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Decoding;
import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.WriterModel.Written;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/** Takes claims from events, a few events a call. */
final class ClaimWriting {
  private final LanguageModel model;
  private final PromptSettings settings;
  private final Template template;
  private final Examples examples;

  ClaimWriting(LanguageModel model, PromptSettings settings) {
    this.model = model;
    this.settings = settings;
    this.template =
        settings.template("claims", settings.claimsFile(), List.of("relations", "events"));
    this.examples = settings.examples("claims");
  }

  /** SHA-256 of the prompt's file. */
  String promptHash() {
    return template.hash();
  }

  /** SHA-256 of the examples' file, or {@code none}. */
  String examplesHash() {
    return examples.hash();
  }

  /** The claims of the events; the calls share the allowance, the first ones get what is over. */
  Written<List<Claim>> write(Job job, ClaimSchema schema, Calls calls) {
    List<List<Event>> batches = schema.relations().isEmpty() ? List.of() : batches(job.events());
    List<Callable<Optional<Reply>>> asked = new ArrayList<>();
    for (int i = 0; i < batches.size(); i++) {
      List<Event> batch = batches.get(i);
      int over = i < job.maxTokens() % batches.size() ? 1 : 0;
      int share = job.maxTokens() / batches.size() + over;
      asked.add(() -> share == 0 ? Optional.empty() : Optional.of(ask(batch, schema, share, job)));
    }
    return gathered(batches, calls.inOrder(asked), schema);
  }

  private List<List<Event>> batches(List<Event> events) {
    List<Event> told = events.stream().filter(event -> !event.text().isBlank()).toList();
    List<List<Event>> batches = new ArrayList<>();
    for (int from = 0; from < told.size(); from += settings.claimsBatch()) {
      batches.add(told.subList(from, Math.min(told.size(), from + settings.claimsBatch())));
    }
    return batches;
  }

  private Reply ask(List<Event> batch, ClaimSchema schema, int tokens, Job job) {
    String quoted =
        Quotation.of(settings.style(), "events", batch.stream().map(this::told).toList());
    Map<String, String> values =
        Map.of("relations", listed(schema), "examples", worked(schema), "events", quoted);
    List<String> stop = settings.style() == Style.COMPLETION ? List.of("\n\n") : List.of();
    Prompt prompt = template.fill(values, model.use());
    return model.complete(
        prompt,
        new Decoding(
            Room.within(model, prompt, tokens),
            PromptedWriter.TEMPERATURE,
            OptionalLong.of(job.seed()),
            stop,
            Optional.empty()),
        job.repeat());
  }

  /** A model that goes on with text takes a speaker in front of it for the subject. */
  private String told(Event event) {
    return settings.style() == Style.COMPLETION ? event.text() : event.asLine();
  }

  private static Written<List<Claim>> gathered(
      List<List<Event>> batches, List<Optional<Reply>> replies, ClaimSchema schema) {
    List<Claim> claims = new ArrayList<>();
    List<String> rejected = new ArrayList<>();
    Usage usage = Usage.NONE;
    boolean cutOff = false;
    for (int i = 0; i < batches.size(); i++) {
      if (replies.get(i).isEmpty()) {
        rejected.add(batches.get(i).get(0).id() + ": not asked, no tokens were left");
        cutOff = true;
        continue;
      }
      Reply reply = replies.get(i).get();
      if (reply.finish() == FinishReason.FILTERED) {
        rejected.add(batches.get(i).get(0).id() + ": withheld by a filter");
      }
      ClaimLines lines = ClaimLines.of(reply, batches.get(i), schema);
      claims.addAll(lines.claims());
      rejected.addAll(lines.rejected());
      cutOff |= reply.finish() == FinishReason.LENGTH;
      usage =
          new Usage(
              usage.tokensIn() + reply.usage().tokensIn(),
              usage.tokensOut() + reply.usage().tokensOut());
    }
    return new Written<>(List.copyOf(claims), usage, cutOff, rejected);
  }

  /** A model that goes on with text takes descriptions for more examples: it gets the names. */
  private String listed(ClaimSchema schema) {
    return String.join(
        "\n",
        schema.relations().stream()
            .map(relation -> "- " + relation.name() + described(relation.description()))
            .toList());
  }

  private String described(String description) {
    boolean named = settings.style() == Style.COMPLETION || description.isBlank();
    return named ? "" : ": " + Quotation.oneLine(description);
  }

  /** The examples in the schema's words: with two relations of values, as far as it has them. */
  private String worked(ClaimSchema schema) {
    List<Relation> relations =
        schema.relations().stream().sorted(Comparator.comparing(Relation::toEntity)).toList();
    Relation first = relations.get(0);
    Relation second = relations.get(Math.min(1, relations.size() - 1));
    return examples
        .worked()
        .replace("{{first}}", first.name())
        .replace("{{first_words}}", words(first))
        .replace("{{first_object}}", first.toEntity() ? "Vera Dunn" : "R4TX72")
        .replace("{{second}}", second.name())
        .replace("{{second_words}}", words(second))
        .replace("{{second_object}}", second.toEntity() ? "Ivo Stark" : "M8KV35");
  }

  private static String words(Relation relation) {
    return relation.name().replaceAll("[-_]", " ");
  }
}
