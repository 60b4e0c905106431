package dev.carryover.models.prompted;

import dev.carryover.core.FinishReason;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.LanguageModel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Says what a function of the prompt says, and remembers what it was asked. */
final class ScriptedModel implements LanguageModel {
  private final Use use;
  private final boolean constrains;
  private final Function<Prompt, Reply> script;
  final List<Call> calls = new CopyOnWriteArrayList<>();

  record Call(Prompt prompt, Decoding decoding, int repeat) {}

  ScriptedModel(Use use, boolean constrains, Function<Prompt, Reply> script) {
    this.use = use;
    this.constrains = constrains;
    this.script = script;
  }

  static ScriptedModel chat(String reply) {
    return new ScriptedModel(Use.CHAT, false, prompt -> said(reply));
  }

  static ScriptedModel completion(String reply) {
    return new ScriptedModel(Use.COMPLETION, false, prompt -> said(reply));
  }

  static Reply said(String text) {
    return new Reply(text, FinishReason.STOP, new Usage(10, 3));
  }

  static Reply cutOff(String text) {
    return new Reply(text, FinishReason.LENGTH, new Usage(10, 3));
  }

  Call only() {
    if (calls.size() != 1) {
      throw new AssertionError(calls.size() + " calls");
    }
    return calls.get(0);
  }

  @Override
  public ModelIdentity identity() {
    return ModelIdentity.builtIn("scripted", "1");
  }

  @Override
  public Use use() {
    return use;
  }

  @Override
  public boolean constrains() {
    return constrains;
  }

  @Override
  public Reply complete(Prompt prompt, Decoding decoding, int repeat) {
    calls.add(new Call(prompt, decoding, repeat));
    return script.apply(prompt);
  }

  /** One for each character. */
  @Override
  public long countTokens(String text) {
    return text.length();
  }
}
