package dev.carryover.core.spi;

import dev.carryover.core.Role;
import java.util.Objects;
import java.util.Optional;

/**
 * Who plays which role. A role that a format is not sensitive to may be empty.
 *
 * @param writer saves experience
 * @param reader answers from what is brought back; a format may look at who it is, and leaves the
 *     asking to the run
 * @param indexEmbedder embeds what is stored
 * @param queryEmbedder embeds what is asked
 * @param allowances what all writers and readers get alike
 */
public record Components(
    Optional<WriterModel> writer,
    Optional<ReaderModel> reader,
    Optional<Embedder> indexEmbedder,
    Optional<Embedder> queryEmbedder,
    Allowances allowances) {
  /** Nobody plays anything. */
  public static final Components NONE =
      new Components(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Allowances.DEFAULT);

  public Components {
    Objects.requireNonNull(writer, "writer");
    Objects.requireNonNull(reader, "reader");
    Objects.requireNonNull(indexEmbedder, "indexEmbedder");
    Objects.requireNonNull(queryEmbedder, "queryEmbedder");
    Objects.requireNonNull(allowances, "allowances");
  }

  /** These components with a writer. */
  public Components withWriter(WriterModel player) {
    return new Components(Optional.of(player), reader, indexEmbedder, queryEmbedder, allowances);
  }

  /** These components with embedders, either of them empty where nobody embeds. */
  public Components withEmbedders(Optional<Embedder> index, Optional<Embedder> query) {
    return new Components(writer, reader, index, query, allowances);
  }

  /** The writer, where a format needs one. */
  public WriterModel requireWriter() {
    return writer.orElseThrow(
        () ->
            new SettingException(
                "model", "no model is configured to write", "name one under old/new"));
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
