package dev.carryover.core.spi;

import dev.carryover.core.Role;
import java.util.Objects;
import java.util.Optional;

/**
 * Who plays which role. A role that a format is not sensitive to may be empty.
 *
 * @param writer saves experience
 * @param indexEmbedder embeds what is stored
 * @param queryEmbedder embeds what is asked
 */
public record Components(
    Optional<LanguageModel> writer,
    Optional<Embedder> indexEmbedder,
    Optional<Embedder> queryEmbedder) {
  /** Nobody plays anything. */
  public static final Components NONE =
      new Components(Optional.empty(), Optional.empty(), Optional.empty());

  public Components {
    Objects.requireNonNull(writer, "writer");
    Objects.requireNonNull(indexEmbedder, "indexEmbedder");
    Objects.requireNonNull(queryEmbedder, "queryEmbedder");
  }

  /** The embedder of a role. */
  public Embedder embedder(Role role) {
    Optional<Embedder> embedder = role == Role.INDEX_EMBEDDER ? indexEmbedder : queryEmbedder;
    return embedder.orElseThrow(
        () ->
            new SettingException(
                "embedder", "no embedder is configured", "name one under old/new"));
  }
}
