package dev.carryover.models.service;

import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.Settings;
import java.util.OptionalInt;

/**
 * How an embedding model of a service is used.
 *
 * @param batch texts in one request
 * @param documentPrefix put before a text that is stored; may be empty
 * @param queryPrefix put before a question; may be empty
 * @param dimension what its vectors must have
 */
record EmbedderOptions(
    int batch, String documentPrefix, String queryPrefix, OptionalInt dimension) {
  private static final int MOST_BATCH = 10_000;

  static EmbedderOptions read(Settings settings) {
    return new EmbedderOptions(
        settings.integer("batch", 64, 1, MOST_BATCH),
        settings.text("document_prefix").orElse(""),
        settings.text("query_prefix").orElse(""),
        ModelOptions.tokens(settings, "expect_dimension"));
  }

  String prefixed(String text, Purpose purpose) {
    return (purpose == Purpose.QUERY ? queryPrefix : documentPrefix) + text;
  }
}
