package dev.carryover.models.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.LanguageModel.Decoding;
import dev.carryover.models.service.SlotServer.Continued;
import dev.carryover.models.service.SlotServer.Wish;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A saved cache of a server's slot that answers. It holds no slot between questions. */
final class SlotState implements OpenState {
  private final SlotCache cache;
  private final ModelIdentity computedFor;
  private final ModelIdentity model;
  private final SlotPrompt prompt;
  private final Constraint constraint;
  private volatile boolean closed;

  /**
   * @param model that goes on from it
   */
  SlotState(
      SlotCache cache,
      ModelIdentity computedFor,
      ModelIdentity model,
      SlotPrompt prompt,
      Constraint constraint) {
    this.cache = cache;
    this.computedFor = computedFor;
    this.model = model;
    this.prompt = prompt;
    this.constraint = constraint;
  }

  @Override
  public ModelIdentity computedFor() {
    return computedFor;
  }

  @Override
  public Reply answer(Question question) {
    Decoding decoding = prompt.decoding();
    Continued said =
        goOn(
            question,
            new Wish(
                decoding.maxTokens(),
                decoding.temperature(),
                decoding.stop(),
                decoding.form().map(constraint::fields).orElse(Map.of()),
                0));
    return new Reply(prompt.answer(said.text()), said.finish(), said.usage());
  }

  /** A form that the answer is held to is left out. */
  @Override
  public float[] firstToken(Question question) {
    String told = model.facts().getOrDefault("n_vocab", "");
    if (!told.matches("[1-9]\\d{0,6}")) {
      return new float[0];
    }
    float[] all = new float[Integer.parseInt(told)];
    Arrays.fill(all, Float.NaN);
    JsonNode tokens =
        goOn(question, new Wish(1, 0, List.of(), Map.of(), all.length)).probabilities();
    for (JsonNode token : tokens) {
      int id = token.path("id").asInt(-1);
      if (id >= 0 && id < all.length) {
        all[id] = (float) token.path("logprob").asDouble(Double.NaN);
      }
    }
    return complete(all) ? all : new float[0];
  }

  private static boolean complete(float[] all) {
    for (float logProbability : all) {
      if (Float.isNaN(logProbability)) {
        return false;
      }
    }
    return true;
  }

  private Continued goOn(Question question, Wish wish) {
    if (closed) {
      throw new IllegalStateException("the saved cache is closed");
    }
    return cache.goOn(cache.server().tokens(prompt.from(question), false), wish);
  }

  @Override
  public void close() {
    closed = true;
  }
}
