package dev.carryover.formats.rag;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Role;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.StoreTarget;
import dev.carryover.formats.search.VectorRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Embeds a random share of a store's texts with the new index embedder; the other items keep their
 * vectors. At the full share the content is what writing with the new embedder gives. Under one
 * seed the items of a smaller share are among those of a larger one.
 *
 * @param name stable
 * @param description for a person who chooses
 * @param rungs budgets, cheapest first
 * @param isolated whether a question is asked in each space by its own embedder, so that both must
 *     run and dimensions may differ; else new questions meet old and new vectors alike
 */
record ReEmbed(String name, String description, List<Rung> rungs, boolean isolated)
    implements RepairMethod {
  ReEmbed {
    rungs = List.copyOf(rungs);
  }

  static ReEmbed mixing() {
    return new ReEmbed(
        "re-embed",
        "embeds a share of the stored texts with the new embedder",
        percents(25, 50, 75, 100),
        false);
  }

  static ReEmbed isolating() {
    return new ReEmbed(
        "re-embed-isolated",
        "embeds a share of the stored texts with the new embedder, and asks old and new vectors apart",
        percents(25, 50, 75),
        true);
  }

  private static List<Rung> percents(int... percents) {
    return Arrays.stream(percents).mapToObj(Rung::percent).toList();
  }

  @Override
  public boolean needsHistory() {
    return false;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IncompatibleStoreException if some items keep vectors of another dimension than the new
   *     ones, or the store holds no vectors
   */
  @Override
  public MemoryStore apply(Job job, StoreTarget target) {
    MemoryStore store = job.store();
    RagContent old = RagContent.of(store);
    if (old.vectors().isEmpty()) {
      throw new IncompatibleStoreException(
          "the store in '%s' holds no vectors to replace".formatted(store.directory()));
    }
    Embedder embedder = job.to().embedder(Role.INDEX_EMBEDDER);
    BitSet chosen = choice(old.items().size(), job.rung(), job.seed());
    SpacePlan plan = SpacePlan.of(store, old, chosen, embedder.identity());
    if (!isolated) {
      plan.requireOneDimension();
    }
    List<StoredItem> texts = chosen.stream().mapToObj(i -> old.items().get(i).item()).toList();
    RagContent repaired = replaced(old, chosen, Embedding.ofItems(texts, embedder), plan);
    Description description =
        Descendant.of(store, name + " " + job.rung().name(), plan.spaces(), job.seed());
    return target.write(Isolation.mark(description, isolated), repaired::writeTo);
  }

  private static BitSet choice(int size, Rung rung, long seed) {
    return Draw.of((int) Math.round(rung.share() * size), size, seed);
  }

  private static RagContent replaced(
      RagContent old, BitSet chosen, List<float[]> fresh, SpacePlan plan) {
    Iterator<float[]> next = fresh.iterator();
    int dimension = plan.dimension();
    List<float[]> vectors = new ArrayList<>(old.items().size());
    List<RagItem> items = new ArrayList<>(old.items().size());
    old.vectors()
        .orElseThrow()
        .forEach(
            (row, vector) -> {
              RagItem item = old.items().get(row);
              boolean isNew = chosen.get(row);
              vectors.add(Arrays.copyOf(isNew ? next.next() : vector, dimension));
              int space = isNew ? plan.fresh() : plan.kept(item);
              items.add(new RagItem(item.item(), OptionalInt.of(space)));
            });
    return new RagContent(items, Optional.of(VectorRows.of(dimension, vectors)));
  }

  /**
   * The spaces of the repaired store: those of the old one that are still in use, in their order,
   * and the new one.
   */
  private record SpacePlan(
      List<EmbedderIdentity> before, List<EmbedderIdentity> spaces, int fresh) {
    static SpacePlan of(
        MemoryStore store, RagContent old, BitSet chosen, EmbedderIdentity embedder) {
      List<EmbedderIdentity> before = store.manifest().description().spaces();
      BitSet used = new BitSet();
      for (int i = 0; i < old.items().size(); i++) {
        if (!chosen.get(i)) {
          used.set(old.items().get(i).space().orElseThrow());
        }
      }
      List<EmbedderIdentity> spaces =
          Stream.concat(used.stream().mapToObj(before::get), Stream.of(embedder))
              .distinct()
              .toList();
      return new SpacePlan(before, spaces, spaces.indexOf(embedder));
    }

    void requireOneDimension() {
      EmbedderIdentity added = spaces.get(fresh);
      for (EmbedderIdentity kept : spaces) {
        if (kept.dimension() != added.dimension()) {
          throw new IncompatibleStoreException(
              "kept vectors are of %s, new ones of %s: they cannot share an index; re-embed 100 %%, or isolate them"
                  .formatted(Spaces.inWords(kept), Spaces.inWords(added)));
        }
      }
    }

    /** Of the rows: that of the largest space. */
    int dimension() {
      return spaces.stream().mapToInt(EmbedderIdentity::dimension).max().orElseThrow();
    }

    int kept(RagItem item) {
      return spaces.indexOf(before.get(item.space().orElseThrow()));
    }
  }
}
