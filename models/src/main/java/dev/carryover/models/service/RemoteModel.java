package dev.carryover.models.service;

import dev.carryover.core.FinishReason;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StopException;
import dev.carryover.models.service.AttemptFailure.Kind;
import dev.carryover.models.service.Protocol.Ask;
import dev.carryover.models.service.Protocol.Said;
import dev.carryover.models.service.SelfDescription.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A language model behind a service. Its identity is asked for once, with one answer paid for; each
 * answer after that must bear the same names, and now and then everything is asked again.
 */
final class RemoteModel implements LanguageModel {
  private static final Prompt CANARY = new Prompt("", "Go on counting: one, two, three, four,");
  private static final Decoding CANARY_DECODING =
      new Decoding(16, 0, OptionalLong.of(1), List.of(), Optional.empty());
  private static final String ANSWERS_AS = "answers_as";
  private static final String FINGERPRINT = "system_fingerprint";

  private final Service service;
  private final Protocol protocol;
  private final SelfDescription self;
  private final Questions questions;
  private final ModelOptions options;
  private volatile @Nullable ModelIdentity known;
  private volatile boolean tellsLogProbabilities = true;
  private @Nullable Told told;
  private final AtomicLong lookedAt = new AtomicLong();

  RemoteModel(
      Service service,
      Protocol protocol,
      SelfDescription self,
      Questions questions,
      ModelOptions options) {
    this.service = service;
    this.protocol = protocol;
    this.self = self;
    this.questions = questions;
    this.options = options;
  }

  @Override
  public Use use() {
    return options.use();
  }

  @Override
  public boolean constrains() {
    return options.constraint() != Constraint.NONE;
  }

  @Override
  public ModelIdentity identity() {
    ModelIdentity seen = known;
    return seen != null ? seen : firstIdentity();
  }

  private synchronized ModelIdentity firstIdentity() {
    ModelIdentity seen = known;
    if (seen != null) {
      return seen;
    }
    Told first = told != null ? told : service.call(self::ask);
    first
        .catalogue()
        .unnamed()
        .ifPresent(
            problem -> {
              throw new ServiceException(problem.what() + "; " + problem.remedy());
            });
    ModelIdentity identity = identity(first);
    questions.firstRoundDone();
    lookedAt.set(System.nanoTime());
    known = identity;
    return identity;
  }

  private ModelIdentity identity(Told of) {
    String name = of.catalogue().name().orElseThrow();
    Said canary = service.call(() -> canary(name));
    SortedMap<String, String> facts = new TreeMap<>(of.facts());
    facts.put("greedy", canary.reply().text());
    canary.model().ifPresent(model -> facts.put(ANSWERS_AS, model));
    canary.fingerprint().ifPresent(fingerprint -> facts.put(FINGERPRINT, fingerprint));
    return new ModelIdentity(
        name, of.revision(), of.tokenizer(), of.context(), facts, canary.logProbabilities());
  }

  /** A service that will not tell log-probabilities is asked for the text alone. */
  private Said canary(String model) {
    if (tellsLogProbabilities) {
      try {
        return protocol.say(new Ask(model, CANARY, CANARY_DECODING, true));
      } catch (AttemptFailure e) {
        if (e.kind() != Kind.REFUSED) {
          throw e;
        }
        tellsLogProbabilities = false;
      }
    }
    return protocol.say(new Ask(model, CANARY, CANARY_DECODING, false));
  }

  @Override
  public synchronized List<Problem> preflight() {
    try {
      Told now = self.ask();
      told = now;
      List<Problem> problems = new ArrayList<>();
      now.catalogue().unnamed().ifPresent(problems::add);
      problems.addAll(options.expectations().check(service.name(), now));
      return problems;
    } catch (AttemptFailure e) {
      return Problems.closed(service, e);
    }
  }

  /** A model that was never asked anything has nothing to confirm. */
  @Override
  public synchronized void confirm() {
    ModelIdentity before = known;
    if (before == null) {
      return;
    }
    lookedAt.set(System.nanoTime());
    Told again = service.call(self::ask);
    if (again.catalogue().name().isEmpty()) {
      throw new StopException(
          "%s is no longer served; served are %s"
              .formatted(service.name(), String.join(", ", again.catalogue().served())));
    }
    ModelIdentity now = identity(again);
    if (!now.sameAs(before)) {
      throw new StopException(
          "%s changed under way: %s".formatted(service.name(), Problems.difference(before, now)));
    }
  }

  @Override
  public Reply complete(Prompt prompt, Decoding decoding, int repeat) {
    ModelIdentity identity = identity();
    confirmWhenDue();
    Ask ask = new Ask(identity.name(), prompt, decoding, false);
    Said said = service.call(() -> say(ask));
    requireSame(identity, ANSWERS_AS, said.model());
    requireSame(identity, FINGERPRINT, said.fingerprint());
    Reply reply = said.reply();
    return decoding.form().isEmpty()
        ? reply
        : new Reply(options.constraint().unwrap(reply.text()), reply.finish(), reply.usage());
  }

  private void confirmWhenDue() {
    long every = service.settings().confirmEvery().toNanos();
    long last = lookedAt.get();
    long now = System.nanoTime();
    if (now - last >= every && lookedAt.compareAndSet(last, now)) {
      confirm();
    }
  }

  private Said say(Ask ask) {
    try {
      return protocol.say(ask);
    } catch (AttemptFailure e) {
      if (e.kind() != Kind.FILTERED) {
        throw e;
      }
      Reply withheld = new Reply("", FinishReason.FILTERED, Usage.NONE);
      return new Said(withheld, Optional.empty(), Optional.empty(), List.of());
    }
  }

  private void requireSame(ModelIdentity identity, String fact, Optional<String> now) {
    String before = identity.facts().get(fact);
    if (before != null && now.isPresent() && !Objects.equals(before, now.get())) {
      throw new StopException(
          "%s changed under way: %s was '%s', an answer bears '%s'"
              .formatted(service.name(), fact, before, now.get()));
    }
  }

  @Override
  public long countTokens(String text) {
    return self.countTokens(identity().name(), text).orElseGet(() -> TokenEstimate.most(text));
  }

  @Override
  public void close() {
    service.close();
  }
}
