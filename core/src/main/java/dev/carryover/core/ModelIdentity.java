package dev.carryover.core;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Who really answers: facts taken from the running service, not names typed by a user.
 *
 * @param name the served name
 * @param revision a revision or digest that changes whenever the answers may change
 * @param tokenizer hash of the token ids of fixed strings, where the service tokenizes
 * @param contextLimit in tokens, where the service tells
 */
public record ModelIdentity(
    String name, Optional<String> revision, Optional<String> tokenizer, OptionalInt contextLimit) {
  public ModelIdentity {
    Texts.requireNotBlank("model name", name);
    Objects.requireNonNull(revision, "revision");
    Objects.requireNonNull(tokenizer, "tokenizer");
    Objects.requireNonNull(contextLimit, "contextLimit");
  }

  /** A built-in model: its name and the version of its method are all there is to know. */
  public static ModelIdentity builtIn(String name, String revision) {
    return new ModelIdentity(name, Optional.of(revision), Optional.empty(), OptionalInt.empty());
  }
}
