package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.SpaceAdapter;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SpaceAdapterFitter;
import dev.carryover.core.spi.SpaceAdapterFitter.Pairs;
import dev.carryover.core.spi.StoreTarget;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps every vector, and gives the store an adapter that maps the new embedder's questions into
 * the old space. It is fitted on texts of other histories that both embedders embed as questions,
 * so that neither the texts of the store nor what will be asked are needed.
 *
 * @param fitter of the adapter
 */
record AdaptQueries(SpaceAdapterFitter fitter) implements RepairMethod {
  /** Texts at the full effort: about five for each dimension of common small models. */
  private static final int MOST_TEXTS = 2_000;

  @Override
  public String name() {
    return fitter.name();
  }

  @Override
  public String description() {
    return "keeps the vectors and maps new questions into the old space: " + fitter.description();
  }

  /** Shares of the sample that is there, which has {@link #sampleTexts} at most. */
  @Override
  public List<Rung> rungs() {
    return Stream.of(25, 50, 100).map(Rung::percent).toList();
  }

  @Override
  public boolean needsHistory() {
    return false;
  }

  @Override
  public int sampleTexts() {
    return MOST_TEXTS;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IncompatibleStoreException if the store holds no vectors, several spaces, or another
   *     space than the old embedder's
   * @throws SettingException if the old embedder does not run, or there are too few texts
   */
  @Override
  public MemoryStore apply(Job job, StoreTarget target) {
    RagContent old = RagContent.of(job.store());
    EmbedderIdentity space = onlySpace(job.store());
    Embedder before = embedder(job.from().indexEmbedder(), "old");
    Embedder after = embedder(job.to().indexEmbedder(), "new");
    if (!before.identity().equals(space)) {
      throw new IncompatibleStoreException(
          "the store holds vectors of %s, and the old embedder's are of %s; name the embedder that wrote it"
              .formatted(Spaces.inWords(space), Spaces.inWords(before.identity())));
    }
    List<String> texts = texts(job);
    Pairs pairs =
        new Pairs(
            after.identity(),
            space,
            Embedding.of(texts, Purpose.QUERY, after),
            Embedding.of(texts, Purpose.QUERY, before));
    SpaceAdapter adapter = fitter.fit(pairs, job.seed());
    RagContent repaired = new RagContent(old.items(), old.vectors(), Optional.of(adapter));
    return target.write(
        Descendant.of(job.store(), name() + " " + job.rung().name(), List.of(space), job.seed()),
        repaired::writeTo);
  }

  private static EmbedderIdentity onlySpace(MemoryStore store) {
    List<EmbedderIdentity> spaces = store.manifest().description().spaces();
    if (spaces.size() != 1) {
      throw new IncompatibleStoreException(
          spaces.isEmpty()
              ? "the store in '%s' holds no vectors to map questions to"
                  .formatted(store.directory())
              : "the store in '%s' mixes vectors of %d spaces, and an adapter maps into one; re-embed it"
                  .formatted(store.directory(), spaces.size()));
    }
    return spaces.get(0);
  }

  private Embedder embedder(Optional<Embedder> embedder, String side) {
    return embedder.orElseThrow(
        () ->
            new SettingException(
                "embedder",
                "'%s' needs both embedders, and the %s one does not run".formatted(name(), side),
                "start it for as long as the adapter is fitted, or choose re-embed"));
  }

  private List<String> texts(Job job) {
    int there = Math.min(MOST_TEXTS, job.sample().size());
    if (there == 0) {
      throw new SettingException(
          "histories",
          "'%s' is fitted on texts of other histories, and there are none".formatted(name()),
          "give more histories, or choose re-embed");
    }
    return job.sample().subList(0, (int) Math.ceil(job.rung().share() * there));
  }
}
