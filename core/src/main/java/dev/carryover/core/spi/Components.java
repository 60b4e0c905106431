package dev.carryover.core.spi;

import dev.carryover.core.Role;
import java.util.List;
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
 * @param furtherEmbedders embed what is asked for vectors that a store still holds in spaces other
 *     than the query embedder's, for stores that keep spaces apart; most often empty
 */
public record Components(
    Optional<WriterModel> writer,
    Optional<ReaderModel> reader,
    Optional<Embedder> indexEmbedder,
    Optional<Embedder> queryEmbedder,
    Allowances allowances,
    List<Embedder> furtherEmbedders) {
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
    furtherEmbedders = List.copyOf(furtherEmbedders);
  }

  /** Components without further embedders. */
  public Components(
      Optional<WriterModel> writer,
      Optional<ReaderModel> reader,
      Optional<Embedder> indexEmbedder,
      Optional<Embedder> queryEmbedder,
      Allowances allowances) {
    this(writer, reader, indexEmbedder, queryEmbedder, allowances, List.of());
  }

  /** These components with a writer. */
  public Components withWriter(WriterModel player) {
    return new Components(
        Optional.of(player), reader, indexEmbedder, queryEmbedder, allowances, furtherEmbedders);
  }

  /** These components with embedders, either of them empty where nobody embeds. */
  public Components withEmbedders(Optional<Embedder> index, Optional<Embedder> query) {
    return new Components(writer, reader, index, query, allowances, furtherEmbedders);
  }

  /** These components with embedders of further spaces. */
  public Components withFurtherEmbedders(List<Embedder> further) {
    return new Components(writer, reader, indexEmbedder, queryEmbedder, allowances, further);
  }

  /** These components with a share of the writer's allowance. */
  public Components withWriterShare(RepairMethod.Rung share) {
    Allowances less = new Allowances(share.of(allowances.writerTokens()), allowances.readerBytes());
    return new Components(writer, reader, indexEmbedder, queryEmbedder, less, furtherEmbedders);
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
