package dev.carryover.formats.kgfixed;

import java.time.Duration;
import java.util.Map;

/** Claims traversed in this process. */
final class EmbeddedKgFixedTest extends KgFixedContract {
  @Override
  Map<String, String> backend() {
    return Map.of("backend", "embedded");
  }

  @Override
  Duration patience() {
    return Duration.ofSeconds(30);
  }
}
