package dev.carryover.models.semantic;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugin;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.embedding.InProcessEmbedderProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the reader and the writer of this generation have in common: a name and an embedder. */
final class SemanticModels {
  /** The name that a configuration uses. */
  static final String NAME = "extractive-2";

  private static final String EMBEDDER = "embedder";
  private static final String DEFAULT = "all-minilm-l6-v2-q";

  private SemanticModels() {}

  /** The settings. */
  static List<Plugin.Parameter> parameters() {
    return List.of(
        new Plugin.Parameter(
            EMBEDDER, DEFAULT, "the embedding model that sentences are compared with"));
  }

  /** The embedder that the settings name, ready. */
  static Embedder embedder(Settings settings, ModelContext context) {
    Map<String, EmbedderProvider> offered =
        Plugins.all(EmbedderProvider.class).entrySet().stream()
            .filter(entry -> entry.getValue() instanceof InProcessEmbedderProvider)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    String name = settings.choice(EMBEDDER, DEFAULT, offered.keySet().stream().sorted().toList());
    return context
        .vectors()
        .over(Plugins.named(EmbedderProvider.class, EMBEDDER, name).create(Settings.NONE, context));
  }

  /** Who answers or writes: the method's revision and the embedder that it compares with. */
  static ModelIdentity identity(String revision, Embedder embedder) {
    return new ModelIdentity(
        NAME,
        Optional.of(revision),
        Optional.empty(),
        OptionalInt.empty(),
        new TreeMap<>(Map.of(EMBEDDER, embedder.identity().name())),
        List.of());
  }
}
