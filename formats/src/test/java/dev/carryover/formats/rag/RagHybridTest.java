package dev.carryover.formats.rag;

import dev.carryover.core.spi.Settings;
import java.util.Map;

class RagHybridTest extends RagContract {
  @Override
  protected Settings settings() {
    return Settings.of(Map.of("index", "hybrid"));
  }
}
