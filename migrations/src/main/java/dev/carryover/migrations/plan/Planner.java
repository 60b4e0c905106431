package dev.carryover.migrations.plan;

import dev.carryover.core.Cell;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Plan.Rule;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Role;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.run.PlannedRepair;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.StoreEditor.Edit;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Expands a migration into its treatments: the paper's second test and its controls. */
public final class Planner {
  /** The share of probes with a code under which the codes are strays among free text. */
  private static final double FEWEST_CODES = 0.1;

  private final MigrationFile migration;
  private final int histories;
  private final boolean rawHistories;
  private final boolean strayCodes;
  private final boolean anyCode;
  private final boolean anyWords;
  private final boolean anyEvidence;

  private Planner(MigrationFile migration, List<ProbedHistory> histories, boolean freely) {
    this.migration = migration;
    this.histories = histories.size();
    this.rawHistories = RepairRoute.rawHistories(migration, histories);
    List<Probe> probes = histories.stream().flatMap(h -> h.probes().stream()).toList();
    long codes = probes.stream().filter(p -> p.code().isPresent()).count();
    this.anyCode = codes > 0;
    this.strayCodes = codes < FEWEST_CODES * probes.size();
    this.anyWords =
        freely && probes.stream().anyMatch(p -> p.answer().isPresent() && p.code().isEmpty());
    this.anyEvidence = probes.stream().anyMatch(p -> !p.evidence().isEmpty());
  }

  /**
   * The plan.
   *
   * <p>Answers decide where there are codes. Retrieval decides where there is evidence only, for
   * the formats that rank; codes on under a tenth of the probes are taken for strays among free
   * text. Retrieval never decides about another model, which it cannot see: there answers in words
   * decide, by their overlap with the right ones, if the readers give any.
   *
   * @param formats with their settings resolved
   * @param freely whether the readers answer in words of their own too
   * @param extent how much is measured
   */
  public static Plan plan(
      MigrationFile migration,
      List<ProbedHistory> histories,
      List<MemoryFormat> formats,
      boolean freely,
      Extent extent) {
    Planner planner = new Planner(migration, histories, freely);
    List<PlannedTreatment> treatments = new ArrayList<>();
    for (MemoryFormat format : formats) {
      treatments.addAll(planner.treatments(format, extent));
    }
    return new Plan(
        histories.stream().map(h -> h.history().id()).toList(),
        formats.stream().map(planner::planned).toList(),
        treatments,
        planner.rule(),
        migration.seed());
  }

  private Rule rule() {
    List<String> references =
        migration.against().equals("both")
            ? List.of(Treatments.BEFORE, Treatments.OWN)
            : List.of(migration.against());
    return new Rule(migration.rollout(), references, migration.margin(), migration.maxFailed());
  }

  private PlannedFormat planned(MemoryFormat format) {
    boolean retrieval = anyEvidence && format.rankedItems().isPresent() && !modelChanges(format);
    Optional<String> measure = Optional.empty();
    if (anyCode && !(strayCodes && (retrieval || anyWords))) {
      measure = Optional.of(Metric.accuracy().name());
    } else if (retrieval) {
      measure = Optional.of(Metric.recallAt(format.rankedItems().getAsInt()).name());
    } else if (anyWords) {
      measure = Optional.of(Metric.tokenF1().name());
    }
    OptionalInt part = part(format);
    return new PlannedFormat(
        format.name(),
        format.settings(),
        format.rankedItems(),
        part.isPresent() ? Optional.empty() : measure,
        part);
  }

  /** How many histories a format is run on, where that is not all of them. */
  private OptionalInt part(MemoryFormat format) {
    return migration.formats().stream()
        .filter(choice -> choice.name().equals(format.name()))
        .flatMapToInt(choice -> choice.histories().stream())
        .filter(count -> count < histories)
        .findFirst();
  }

  private boolean modelChanges(MemoryFormat format) {
    Side old = migration.old();
    Side next = migration.next();
    Set<Role> roles = format.sensitiveTo();
    return (roles.contains(Role.READER) && !old.reader().equals(next.reader()))
        || (roles.contains(Role.WRITER) && !old.writer().equals(next.writer()));
  }

  private List<PlannedTreatment> treatments(MemoryFormat format, Extent extent) {
    List<PlannedTreatment> list = new ArrayList<>();
    switch (extent) {
      case ALL, WITH_REPAIR, DIAGNOSIS -> {
        list.addAll(oldToNew(format, extent));
        list.addAll(newToOld(format, extent));
      }
      case REPAIR -> {
        list.addAll(List.of(before(format), inherited(format)));
        list.add(new Cells(format).of(Treatments.OWN, migration.next(), migration.next()));
        list.addAll(
            new Cells(format).repaired(new RepairRoute(migration.old(), migration.next()), extent));
        list.addAll(newToOld(format, extent));
      }
      case BEFORE_ALONE -> list.add(before(format));
      case WITHOUT_OLD -> list.addAll(oldToNew(format, extent));
      case SCREEN -> list.add(inherited(format));
      case SCREEN_BESIDE_OLD -> list.addAll(List.of(before(format), inherited(format)));
      case NEIGHBOURS ->
          list.addAll(List.of(before(format), new Cells(format).noOp(), inherited(format)));
    }
    if (extent == Extent.DIAGNOSIS) {
      list.addAll(evidenceReads(format, list));
    }
    if (extent == Extent.ALL || extent == Extent.WITH_REPAIR || extent == Extent.DIAGNOSIS) {
      list.addAll(
          new InstrumentTreatments(migration, planned(format), histories, anyEvidence)
              .beside(list, format));
    }
    return list;
  }

  private PlannedTreatment before(MemoryFormat format) {
    return new Cells(format).of(Treatments.BEFORE, migration.old(), migration.old());
  }

  private PlannedTreatment inherited(MemoryFormat format) {
    return new Cells(format).of(Treatments.INHERITED, migration.old(), migration.next());
  }

  /**
   * For every store that is read as it was written, and for the rollout's, what its reader makes of
   * the evidence.
   */
  private List<PlannedTreatment> evidenceReads(
      MemoryFormat format, List<PlannedTreatment> treatments) {
    if (!anyEvidence || !asked() || format.answersItself()) {
      return List.of();
    }
    List<PlannedTreatment> list = new ArrayList<>();
    for (PlannedTreatment treatment : treatments) {
      if (isRead(treatment)) {
        Cell cell = treatment.cell().orElseThrow();
        if (!format.keepsState()) {
          list.add(with(treatment, cell.withEvidence(EvidenceMode.STORED_EVIDENCE)));
        }
        list.add(with(treatment, rawEvidence(cell)));
      }
    }
    return list;
  }

  private boolean isRead(PlannedTreatment treatment) {
    return List.of(
            Treatments.BEFORE,
            Treatments.INHERITED,
            Treatments.OWN,
            Treatments.ofRollout(migration.rollout()))
        .contains(treatment.name());
  }

  private static PlannedTreatment with(PlannedTreatment treatment, Cell cell) {
    return new PlannedTreatment(
        treatment.format(), treatment.direction(), treatment.name(), Optional.of(cell));
  }

  /** The original events depend on no store, so that one reader is asked once. */
  static Cell rawEvidence(Cell cell) {
    return new Cell(
        Plan.ANY_HISTORY,
        cell.format(),
        Cell.NOBODY,
        cell.reader(),
        Cell.NOBODY,
        Cell.NOBODY,
        Cell.AS_WRITTEN,
        EvidenceMode.RAW_EVIDENCE,
        0);
  }

  private List<PlannedTreatment> oldToNew(MemoryFormat format, Extent extent) {
    Side old = migration.old();
    Side next = migration.next();
    Side reading = extent == Extent.WITHOUT_OLD ? next : old;
    Cells cells = new Cells(format);
    List<PlannedTreatment> list = new ArrayList<>();
    list.add(cells.of(Treatments.BEFORE, old, old));
    list.add(cells.of(Treatments.INHERITED, old, next));
    if (mixes(format)) {
      for (int percent : migration.mixed().percents()) {
        String mixed = Treatments.mixed(percent);
        list.add(cells.altered(mixed, mixed, migration.mixed().newQueries() ? next : old));
      }
    } else if (Treatments.isMixed(migration.rollout())) {
      // nothing in this format can be embedded anew, so the rollout comes down to the old store
      list.add(cells.of(migration.rollout(), old, next));
    }
    list.add(cells.of(Treatments.OWN, next, next));
    if (mixes(format)) {
      list.add(
          new PlannedTreatment(
              format.name(), Plan.OLD_TO_NEW, Treatments.IDEAL_ROUTER, Optional.empty()));
    }
    list.addAll(cells.repaired(new RepairRoute(old, next), extent));
    if (extent != Extent.WITHOUT_OLD) {
      list.add(cells.noOp());
    }
    for (Edit edit : Edit.values()) {
      if (format.editor().edits().contains(edit)) {
        String name = edit == Edit.EMPTY ? Treatments.EMPTY : Treatments.SHUFFLED;
        list.add(cells.altered(name, name, reading));
      }
    }
    if (anyCode && !format.answersItself() && !format.keepsState()) {
      list.add(cells.randomCode());
    }
    return list;
  }

  private List<PlannedTreatment> newToOld(MemoryFormat format, Extent extent) {
    Cells cells = new Cells(format);
    List<PlannedTreatment> list = new ArrayList<>();
    list.add(cells.of(Treatments.BEFORE, migration.next(), migration.next()));
    list.add(cells.of(Treatments.INHERITED, migration.next(), migration.old()));
    list.add(cells.of(Treatments.OWN, migration.old(), migration.old()));
    list.addAll(cells.repaired(new RepairRoute(migration.next(), migration.old()), extent));
    return list.stream()
        .map(t -> new PlannedTreatment(t.format(), Plan.NEW_TO_OLD, t.name(), t.cell()))
        .toList();
  }

  /** Whether a partly re-embedded store means anything. */
  private boolean mixes(MemoryFormat format) {
    return format.sensitiveTo().contains(Role.INDEX_EMBEDDER)
        && !migration.old().embedder().equals(migration.next().embedder())
        && format.repairs().stream().anyMatch(repair -> repair.name().equals("re-embed"));
  }

  /** Whether the readers have anything to answer. */
  private boolean asked() {
    return anyCode || anyWords;
  }

  /** Makes the cells of one format. A role that it is not sensitive to is played by nobody. */
  private final class Cells {
    private final MemoryFormat format;
    private final Set<Role> roles;

    private Cells(MemoryFormat format) {
      this.format = format;
      this.roles = format.sensitiveTo();
    }

    private PlannedTreatment of(String name, Side store, Side read) {
      return treatment(name, store, read, Cell.AS_WRITTEN, 0);
    }

    private PlannedTreatment altered(String name, String treatment, Side read) {
      Side old = migration.old();
      String index =
          Treatments.isMixed(treatment)
              ? old.embedder() + "+" + migration.next().embedder()
              : old.embedder();
      return treatment(name, new Side(old.writer(), old.reader(), index), read, treatment, 0);
    }

    /**
     * Every repair that is asked for, where there is something to repair; of a diagnosis the style
     * rewrite too, as an intervention under its own name.
     */
    private List<PlannedTreatment> repaired(RepairRoute route, Extent extent) {
      if (!route.isNeededBy(format)) {
        return List.of();
      }
      List<PlannedTreatment> list = new ArrayList<>();
      Set<String> offered =
          RepairRoute.planned(format, rawHistories, histories).stream()
              .filter(PlannedRepair::offered)
              .map(PlannedRepair::method)
              .collect(Collectors.toUnmodifiableSet());
      for (RepairMethod method : RepairRoute.methods(format)) {
        String name = method.name();
        if (!offered.contains(name)) {
          continue;
        }
        if (extent == Extent.DIAGNOSIS && name.equals(Treatments.STYLE_REWRITE)) {
          list.add(repaired(name, route, Treatments.repaired(name)));
        }
        if (extent == Extent.REPAIR && migration.repairs().atAllBudgets(name)) {
          method
              .rungs()
              .forEach(rung -> list.add(repaired(Treatments.repaired(name, rung), route)));
        } else if (migration.repairs().wants(name)
            || (extent == Extent.WITH_REPAIR && migration.repairs().atAllBudgets(name))) {
          list.add(repaired(Treatments.repaired(name), route));
        }
      }
      return list;
    }

    private PlannedTreatment repaired(String repaired, RepairRoute route) {
      return repaired(repaired, route, repaired);
    }

    private PlannedTreatment repaired(String name, RepairRoute route, String repaired) {
      Side store = new Side(route.writers(), route.from().reader(), route.embedders());
      return treatment(name, store, route.to(), repaired, 0);
    }

    private PlannedTreatment noOp() {
      Side old = migration.old();
      return treatment(Treatments.NO_OP, old, old, Cell.AS_WRITTEN, 1);
    }

    private PlannedTreatment randomCode() {
      Side old = migration.old();
      Side guessing = new Side(old.writer(), Treatments.RANDOM_CODE, old.embedder());
      return of(Treatments.RANDOM_CODE, old, guessing);
    }

    private PlannedTreatment treatment(
        String name, Side store, Side read, String treatment, int repeat) {
      Cell cell =
          new Cell(
              Plan.ANY_HISTORY,
              format.name(),
              roles.contains(Role.WRITER) ? store.writer() : Cell.NOBODY,
              asked() && roles.contains(Role.READER) ? read.reader() : Cell.NOBODY,
              roles.contains(Role.INDEX_EMBEDDER) ? store.embedder() : Cell.NOBODY,
              roles.contains(Role.QUERY_EMBEDDER) ? read.embedder() : Cell.NOBODY,
              treatment,
              EvidenceMode.NORMAL,
              repeat);
      return new PlannedTreatment(format.name(), Plan.OLD_TO_NEW, name, Optional.of(cell));
    }
  }
}
