package dev.carryover.models.service;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.AnswerCache;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.LanguageModel;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A language model whose answers are kept, and whose calls are charged. What failed is not kept,
 * and neither is what is asked live, from {@link LanguageModel#LIVE_REPEAT} on. A key covers the
 * identity, the way of asking, the prompt, the decoding and the repeat, each under its length.
 */
public final class CachedModel implements LanguageModel {
  private final LanguageModel model;
  private final String way;
  private final AnswerCache answers;
  private final CallBudget budget;
  private volatile Optional<KeyBeginning> beginning = Optional.empty();

  /** What the keys of all answers under one instruction begin with, hashed. */
  private record KeyBeginning(ModelIdentity identity, String system, Framed hashed) {}

  /**
   * @param model closing closes it
   * @param way of asking, beside use: the kind of service and how forms are held
   */
  public CachedModel(LanguageModel model, String way, AnswerCache answers, CallBudget budget) {
    this.model = model;
    this.way = way;
    this.answers = answers;
    this.budget = budget;
  }

  @Override
  public Reply complete(Prompt prompt, Decoding decoding, int repeat) {
    if (repeat >= LIVE_REPEAT) {
      return ask(prompt, decoding, repeat);
    }
    String key = key(prompt, decoding, repeat);
    Optional<Reply> kept = answers.find(key);
    if (kept.isPresent()) {
      budget.cached();
      return kept.get();
    }
    Reply reply = ask(prompt, decoding, repeat);
    answers.keep(key, reply);
    return reply;
  }

  private Reply ask(Prompt prompt, Decoding decoding, int repeat) {
    Usage most =
        new Usage(TokenEstimate.most(prompt.system(), prompt.user()), decoding.maxTokens());
    budget.reserve(most);
    Usage spent = Usage.NONE;
    try {
      Reply reply = model.complete(prompt, decoding, repeat);
      spent = reply.usage().equals(Usage.NONE) ? estimate(prompt, reply) : reply.usage();
      return reply;
    } finally {
      budget.settle(most, spent);
    }
  }

  /** Of a service that counts no tokens. */
  private static Usage estimate(Prompt prompt, Reply reply) {
    return new Usage(
        TokenEstimate.usual(prompt.system(), prompt.user()), TokenEstimate.usual(reply.text()));
  }

  private String key(Prompt prompt, Decoding decoding, int repeat) {
    Framed framed = beginning(model.identity(), prompt.system()).hashed().copy();
    framed.add(prompt.user());
    framed.add(Integer.toString(decoding.maxTokens()));
    framed.add(Double.toString(decoding.temperature()));
    framed.add(decoding.seed().toString());
    framed.add(Integer.toString(decoding.stop().size()));
    decoding.stop().forEach(framed::add);
    framed.add(decoding.form().isPresent() ? "form" : "no form");
    framed.add(decoding.form().orElse(""));
    framed.add(Integer.toString(repeat));
    return framed.hex();
  }

  /** The last one is kept: questions of a run have their instruction in common. */
  private KeyBeginning beginning(ModelIdentity identity, String system) {
    Optional<KeyBeginning> last = beginning;
    if (last.isPresent()
        && last.get().identity().equals(identity)
        && last.get().system().equals(system)) {
      return last.get();
    }
    Framed framed = new Framed();
    framed.add("carryover answer 1");
    framed.add(identity.fingerprint());
    identity.canary().forEach(p -> framed.add(String.format(Locale.ROOT, "%.1f", p)));
    framed.add(way);
    framed.add(use().name());
    framed.add(system);
    KeyBeginning made = new KeyBeginning(identity, system, framed);
    beginning = Optional.of(made);
    return made;
  }

  @Override
  public ModelIdentity identity() {
    return model.identity();
  }

  @Override
  public Use use() {
    return model.use();
  }

  @Override
  public boolean constrains() {
    return model.constrains();
  }

  @Override
  public long countTokens(String text) {
    return model.countTokens(text);
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
  public void close() {
    model.close();
  }

  /** SHA-256 over texts, each after its length. */
  private static final class Framed {
    private final MessageDigest sha256;

    Framed() {
      try {
        sha256 = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }

    private Framed(MessageDigest sha256) {
      this.sha256 = sha256;
    }

    /** Goes on from here, and leaves this as it is. */
    Framed copy() {
      try {
        return new Framed((MessageDigest) sha256.clone());
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException("Java's own SHA-256 can be copied", e);
      }
    }

    void add(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
      sha256.update(bytes);
    }

    String hex() {
      return HexFormat.of().formatHex(sha256.digest());
    }
  }
}
