package dev.carryover.models.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.models.service.AttemptFailure.Kind;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Asks a service about itself. At first every endpoint is tried, and one that does not answer is
 * unknown, unless the service is busy; later only those that answered are asked again, and they
 * must answer, so that a hiccup never looks like another model.
 */
final class Questions {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Transport transport;
  private final Duration timeout;
  private final Set<URI> answered = ConcurrentHashMap.newKeySet();
  private volatile boolean again;

  Questions(Service service) {
    this.transport = service.transport();
    Duration patience = service.settings().timeout();
    this.timeout = patience.compareTo(PATIENCE) < 0 ? patience : PATIENCE;
  }

  /** From now on only what answered is asked. */
  void firstRoundDone() {
    again = true;
  }

  /**
   * What the first endpoint says, which tells whether the service is there at all.
   *
   * @throws AttemptFailure if it cannot be reached, wants another key or is busy
   */
  Optional<JsonNode> door(URI uri) {
    return ask(uri, () -> transport.get(uri, timeout), true);
  }

  /** What another endpoint says. */
  Optional<JsonNode> get(URI uri) {
    return ask(uri, () -> transport.get(uri, timeout), false);
  }

  /** What an endpoint says to this. */
  Optional<JsonNode> post(URI uri, JsonNode body) {
    return ask(uri, () -> transport.post(uri, Json.bytes(body), timeout), false);
  }

  private Optional<JsonNode> ask(URI uri, Supplier<HttpAnswer> request, boolean door) {
    if (again && !answered.contains(uri)) {
      return Optional.empty();
    }
    try {
      JsonNode answer = request.get().json();
      answered.add(uri);
      return Optional.of(answer);
    } catch (AttemptFailure e) {
      boolean closed = e.kind() == Kind.NETWORK || e.kind() == Kind.UNAUTHORIZED;
      if (again || e.kind() == Kind.SLOW_DOWN || door && closed) {
        throw e;
      }
      return Optional.empty();
    }
  }
}
