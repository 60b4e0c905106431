package dev.carryover.models.service;

import dev.carryover.core.spi.Plugin.Parameter;
import java.util.ArrayList;
import java.util.List;

/** Which protocol a service speaks. */
public enum ServiceKind {
  /** OpenAI's, as vLLM, SGLang, llama.cpp, LM Studio and many others speak it too. */
  OPENAI("openai", "", "a service that speaks OpenAI's protocol"),
  /** Ollama's own. */
  OLLAMA("ollama", "http://localhost:11434", "an Ollama server");

  private final String stableName;
  private final String defaultUrl;
  private final String words;

  ServiceKind(String stableName, String defaultUrl, String words) {
    this.stableName = stableName;
    this.defaultUrl = defaultUrl;
    this.words = words;
  }

  /** The name that a configuration uses. */
  public String stableName() {
    return stableName;
  }

  /** The address that holds where none is given; may be empty. */
  String defaultUrl() {
    return defaultUrl;
  }

  /** What it is, in a few words. */
  String words() {
    return words;
  }

  /** The settings of every service of this kind. */
  private List<Parameter> shared() {
    return List.of(
        new Parameter(
            "url",
            defaultUrl,
            this == OPENAI ? "base address, with /v1 where the service has it" : "base address"),
        new Parameter("model", "", "the served model; may be left out where only one is served"),
        new Parameter("key", "", "name of the environment variable that holds the key"),
        new Parameter("parallel", "8", "most requests in flight, within the run's own limit"),
        new Parameter("timeout", "120s", "how long one attempt may take"),
        new Parameter("deadline", "10m", "after this no attempt begins"),
        new Parameter("attempts", "8", "most attempts at one call"),
        new Parameter(
            "backoff", "500ms", "wait after the first failure; it doubles, up to 60 times this"));
  }

  /** The settings of a language model of this kind. */
  public List<Parameter> languageModelParameters() {
    List<Parameter> all = new ArrayList<>(shared());
    all.add(new Parameter("confirm_every", "5m", "how often a long run asks who answers"));
    all.add(new Parameter("use", "chat", "chat or completion"));
    all.add(
        new Parameter(
            "constrain",
            "none",
            "how the answer's form is held: " + String.join(", ", Constraint.names(this))));
    all.add(new Parameter("expect_revision", "", "the revision or digest that must be served"));
    all.add(new Parameter("expect_context", "", "the context limit that it must have, in tokens"));
    all.add(new Parameter("expect_tokenizer", "", "the tokenizer's hash, as doctor prints it"));
    if (this == OPENAI) {
      all.addAll(SlotOptions.PARAMETERS);
    }
    if (this == OLLAMA) {
      all.add(
          new Parameter(
              "context", "", "tokens of context to load it with; Ollama cuts longer prompts"));
    }
    return List.copyOf(all);
  }

  /** The settings of an embedding model of this kind. */
  public List<Parameter> embedderParameters() {
    List<Parameter> all = new ArrayList<>(shared());
    all.add(new Parameter("batch", "64", "texts in one request"));
    all.add(new Parameter("document_prefix", "", "put before each text that is stored"));
    all.add(new Parameter("query_prefix", "", "put before each question"));
    all.add(new Parameter("expect_dimension", "", "the dimension that its vectors must have"));
    return List.copyOf(all);
  }
}
