package dev.carryover.models.embedding;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import java.util.List;

/** A process that embeds one text and prints where the tokenizer's library was unpacked. */
public final class EmbedOnce {
  private EmbedOnce() {}

  public static void main(String[] args) {
    EmbedderProvider provider =
        Plugins.named(EmbedderProvider.class, "embedder", "all-minilm-l6-v2-q");
    try (Embedder embedder = provider.create(Settings.NONE, ModelContext.of(1))) {
      int dimension = embedder.embed(List.of("a text"), Purpose.QUERY).get(0).length;
      System.out.println(dimension + " " + System.getProperty("DJL_CACHE_DIR"));
    }
  }
}
