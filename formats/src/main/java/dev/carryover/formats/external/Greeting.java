package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.spi.StopException;
import java.util.Optional;

/** What is said at the start of every line, and that it is always the same memory that answers. */
final class Greeting {
  private final ExternalSettings settings;
  private Optional<Hello> known = Optional.empty();

  Greeting(ExternalSettings settings) {
    this.settings = settings;
  }

  /** The body of the request. */
  ObjectNode body() {
    ObjectNode body = Json.object().put("protocol", Hello.PROTOCOL);
    body.putObject("settings").put("k", settings.k()).put("roles", settings.roleWords());
    return body;
  }

  /** Who answered first, once someone has. */
  synchronized Optional<Hello> known() {
    return known;
  }

  /**
   * Looks who answers.
   *
   * @throws UnusableException if it is no memory that could be tested
   * @throws StopException if it is another than before
   */
  synchronized Hello check(ObjectNode answer) {
    Hello now = Hello.from(answer, settings.who(), settings.version());
    if (known.isPresent() && !known.get().equals(now)) {
      throw new StopException(
          "%s changed: it was %s and is %s; go on with the memory that the run began with, or begin another run"
              .formatted(settings.who(), known.get(), now));
    }
    known = Optional.of(now);
    return now;
  }
}
