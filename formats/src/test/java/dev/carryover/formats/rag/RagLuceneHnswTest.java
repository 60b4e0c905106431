package dev.carryover.formats.rag;

import dev.carryover.core.spi.Settings;
import java.util.Map;

class RagLuceneHnswTest extends RagContract {
  @Override
  protected Settings settings() {
    return Settings.of(Map.of("index", "lucene-hnsw"));
  }
}
