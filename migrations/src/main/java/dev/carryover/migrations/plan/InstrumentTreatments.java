package dev.carryover.migrations.plan;

import dev.carryover.core.Cell;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Seeds;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.migrations.file.MigrationFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The treatments that check a measure: on the first histories the raw evidence and corrupted
 * memories of the old side, and a few cells that are asked again live, for the noise.
 */
final class InstrumentTreatments {
  private static final List<Integer> LOST = List.of(25, 50, 75);
  private static final List<String> SWAPS =
      List.of(Treatments.BEFORE, Treatments.INHERITED, Treatments.OWN);

  private final MigrationFile migration;
  private final PlannedFormat planned;
  private final int histories;
  private final boolean anyEvidence;

  /**
   * @param histories how many the run has
   * @param anyEvidence whether a probe names its evidence
   */
  InstrumentTreatments(
      MigrationFile migration, PlannedFormat planned, int histories, boolean anyEvidence) {
    this.migration = migration;
    this.planned = planned;
    this.histories = histories;
    this.anyEvidence = anyEvidence;
  }

  /** Those that come beside what is planned for the format already; may be none. */
  List<PlannedTreatment> beside(List<PlannedTreatment> list, MemoryFormat format) {
    if (planned.measure().isEmpty() || !isJudged(list)) {
      return List.of();
    }
    List<PlannedTreatment> more = new ArrayList<>();
    if (isOfAnswers(planned.measure().get()) && !format.keepsState() && !format.answersItself()) {
      more.addAll(instrument(list));
    }
    more.addAll(again(list, format));
    return more;
  }

  /** Whether the rollout reads other cells than what it is compared with. */
  private boolean isJudged(List<PlannedTreatment> list) {
    Optional<Cell> rollout = cell(list, Treatments.ofRollout(migration.rollout()));
    return rollout.isPresent()
        && (!rollout.equals(cell(list, Treatments.BEFORE))
            || !rollout.equals(cell(list, Treatments.OWN)));
  }

  private static Optional<Cell> cell(List<PlannedTreatment> list, String name) {
    return list.stream()
        .filter(t -> t.name().equals(name) && t.direction().equals(Plan.OLD_TO_NEW))
        .filter(t -> t.evidence() == EvidenceMode.NORMAL)
        .findFirst()
        .flatMap(PlannedTreatment::cell);
  }

  private static boolean isOfAnswers(String measure) {
    return measure.equals(Metric.accuracy().name()) || measure.equals(Metric.tokenF1().name());
  }

  private List<PlannedTreatment> instrument(List<PlannedTreatment> list) {
    int first = Math.min(migration.instrument().histories(), histories);
    if (first == 0) {
      return List.of();
    }
    Cell before = cell(list, Treatments.BEFORE).orElseThrow();
    List<PlannedTreatment> more = new ArrayList<>();
    PlannedTreatment raw = onFirst(first, Treatments.BEFORE, Planner.rawEvidence(before));
    if (anyEvidence && list.stream().noneMatch(t -> t.id().equals(raw.id()))) {
      more.add(raw);
    }
    for (int percent : LOST) {
      String name = Treatments.corrupted(percent);
      more.add(onFirst(first, name, altered(before, name, 0)));
    }
    return more;
  }

  private PlannedTreatment onFirst(int count, String name, Cell cell) {
    return new PlannedTreatment(
        planned.name(), Plan.OLD_TO_NEW, name, Optional.of(cell), OptionalInt.of(count));
  }

  private static Cell altered(Cell cell, String treatment, int repeat) {
    return new Cell(
        cell.history(),
        cell.format(),
        cell.writer(),
        cell.reader(),
        cell.indexEmbedder(),
        cell.queryEmbedder(),
        treatment,
        cell.evidence(),
        repeat);
  }

  /** The pairs of store and reader that a service plays a part in, each on histories drawn. */
  private List<PlannedTreatment> again(List<PlannedTreatment> list, MemoryFormat format) {
    List<PlannedTreatment> live = new ArrayList<>();
    for (PlannedTreatment treatment : list) {
      boolean known = live.stream().anyMatch(t -> t.cell().equals(treatment.cell()));
      if (!known
          && SWAPS.contains(treatment.name())
          && treatment.evidence() == EvidenceMode.NORMAL
          && isLive(treatment.cell().orElseThrow(), format)) {
        live.add(treatment);
      }
    }
    int cells = migration.instrument().noise();
    if (live.isEmpty() || cells == 0) {
      return List.of();
    }
    int each = Math.min((cells + live.size() - 1) / live.size(), histories);
    return live.stream().map(treatment -> again(treatment, each)).toList();
  }

  private boolean isLive(Cell cell, MemoryFormat format) {
    return format.runsElsewhere()
        || migration.elsewhere(cell.reader()).isPresent()
        || migration.elsewhere(cell.queryEmbedder()).isPresent();
  }

  private PlannedTreatment again(PlannedTreatment treatment, int each) {
    String name = Treatments.again(treatment.name());
    return new PlannedTreatment(
        treatment.format(),
        treatment.direction(),
        name,
        treatment.cell().map(cell -> altered(cell, Treatments.AGAIN, LanguageModel.LIVE_REPEAT)),
        OptionalInt.of(each),
        OptionalLong.of(
            Seeds.derive(
                migration.seed(), "noise", treatment.format(), treatment.direction(), name)));
  }
}
