package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Seeds;
import dev.carryover.core.embedding.Cosine;
import dev.carryover.core.report.RunReport.SpaceComparison;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.VectorInspector;
import dev.carryover.core.spi.VectorInspector.EmbeddedText;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares the two spaces on the texts that a run really stored. */
final class StoredSpaces {
  /** Stored texts that are compared, over all histories. */
  private static final int SAMPLE = 200;

  private final Plan plan;
  private final StoreKeeper keeper;

  StoredSpaces(Plan plan, StoreKeeper keeper) {
    this.plan = plan;
    this.keeper = keeper;
  }

  /** The cosines between old and new vectors of one text; nothing where there are not two. */
  Optional<SpaceComparison> compare(MemoryFormat format, List<History> histories) {
    Optional<Cell> before = cell(format, Treatments.BEFORE);
    Optional<Cell> own = cell(format, Treatments.OWN);
    if (format.vectors().isEmpty()
        || before.isEmpty()
        || own.isEmpty()
        || before.get().indexEmbedder().equals(own.get().indexEmbedder())) {
      return Optional.empty();
    }
    List<Double> cosines = new ArrayList<>();
    for (History history : histories) {
      MemoryStore old = keeper.store(format, before.get().withHistory(history.id()), history);
      MemoryStore anew = keeper.store(format, own.orElseThrow().withHistory(history.id()), history);
      cosines.addAll(cosines(format.vectors().get(), old, anew, histories.size()));
      keeper.forget();
    }
    if (cosines.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new SpaceComparison(
            before.get().indexEmbedder(),
            own.orElseThrow().indexEmbedder(),
            "stored texts (" + format.name() + ")",
            cosines.size(),
            cosines.stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
            cosines.stream().mapToDouble(Double::doubleValue).min().orElseThrow()));
  }

  private List<Double> cosines(
      VectorInspector inspector, MemoryStore old, MemoryStore anew, int histories) {
    int each = Math.max(1, SAMPLE / histories);
    long seed = Seeds.derive(plan.seed(), "stored spaces", old.manifest().description().history());
    Map<String, float[]> vectors = new HashMap<>();
    inspector.sample(old, each, seed).forEach(text -> vectors.put(text.item(), text.vector()));
    List<Double> cosines = new ArrayList<>();
    for (EmbeddedText text : inspector.sample(anew, each, seed)) {
      float[] vector = vectors.get(text.item());
      if (vector != null && vector.length == text.vector().length) {
        cosines.add(Cosine.between(vector, text.vector()));
      }
    }
    return cosines;
  }

  private Optional<Cell> cell(MemoryFormat format, String treatment) {
    return plan.treatment(format.name(), Plan.OLD_TO_NEW, treatment)
        .flatMap(PlannedTreatment::cell);
  }
}
