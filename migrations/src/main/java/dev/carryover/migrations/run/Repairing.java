package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.RewriteReach;
import dev.carryover.core.Seeds;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.RepairMethod.Job;
import dev.carryover.core.spi.RepairMethod.Rung;
import dev.carryover.core.spi.StoreTarget;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.Side;
import dev.carryover.migrations.plan.RepairRoute;
import dev.carryover.migrations.plan.Treatments;
import dev.carryover.migrations.run.StoreKeeper.Paid;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Has stores repaired for the other side, each at the budget that its cell names. */
final class Repairing {
  /** The setting of a manifest that says why the repair which made the store failed. */
  private static final String FAILURE = "repair.failure";

  private final MigrationFile migration;
  private final Roster roster;
  private final Subject subject;
  private final Paid paid;
  private @Nullable SampleTexts samples;

  /**
   * @param subject whose histories lend each other texts for repairs
   * @param paid hears what repairs take
   */
  Repairing(MigrationFile migration, Roster roster, Subject subject, Paid paid) {
    this.migration = migration;
    this.roster = roster;
    this.subject = subject;
    this.paid = paid;
  }

  /**
   * The repaired copy of a store. Its price is told before it is there: a store that is there was
   * paid for.
   *
   * @param cell that will read it
   */
  MemoryStore repair(
      MemoryFormat format, Cell cell, History history, MemoryStore base, StoreTarget target) {
    RepairRoute route = RepairRoute.of(migration, cell);
    RepairMethod method = method(format, cell);
    Rung rung = rung(method, cell);
    RepairMeter meter = new RepairMeter(rung.of(roster.allowances().writerTokens()));
    boolean sampling = method.sampleTexts() > 0;
    long start = System.nanoTime();
    return method.apply(
        new Job(
            base,
            migration.rawHistory() && !history.events().isEmpty()
                ? Optional.of(history)
                : Optional.empty(),
            meter.watch(repairers(route.from(), cell, sampling)),
            meter.watch(repairers(route.to(), cell, sampling)),
            sampling ? samples().besides(history, method.sampleTexts()) : List.of(),
            rung,
            Seeds.derive(migration.seed(), method.name(), history.id())),
        (description, content) ->
            target.write(
                withFailure(from(base, method, cell, description), meter.failure()),
                folder -> {
                  content.writeTo(folder);
                  Duration took = Duration.ofNanos(System.nanoTime() - start);
                  paid.forRepair(
                      cell,
                      meter
                          .price()
                          .with(RewriteReach.of(description.settings()))
                          .took(took.toNanos() / 1000),
                      took);
                }));
  }

  /** The description with the store that was repaired, where the method does not name it. */
  private static Description from(
      MemoryStore base, RepairMethod method, Cell cell, Description is) {
    String how =
        method.rungs().size() == 1
            ? method.name()
            : method.name() + " " + rung(method, cell).name();
    return is.ancestor().isPresent()
        ? is
        : new Description(
            is.format(),
            is.history(),
            is.writer(),
            is.spaces(),
            is.settings(),
            is.seed(),
            Optional.of(new Ancestor(base.manifest().sha256(), how)));
  }

  /** A store that a failed repair left says so. */
  private static Description withFailure(Description made, Optional<String> failure) {
    SortedMap<String, String> settings = new TreeMap<>(made.settings());
    failure.ifPresent(why -> settings.put(FAILURE, why));
    return made.with(settings);
  }

  /** The budget that the treatment names; one that names none has the method's largest. */
  private static Rung rung(RepairMethod method, Cell cell) {
    List<Rung> rungs = method.rungs();
    OptionalInt effort = Treatments.effortOf(cell.treatment());
    return effort.isEmpty()
        ? rungs.get(rungs.size() - 1)
        : rungs.stream()
            .filter(rung -> rung.percent() == effort.getAsInt())
            .findFirst()
            .orElseThrow();
  }

  private static RepairMethod method(MemoryFormat format, Cell cell) {
    return RepairRoute.method(format, Treatments.methodOf(cell.treatment())).orElseThrow();
  }

  /** Tells samples that repairs were fitted on apart; empty for a repair without one. */
  Optional<String> sample(MemoryFormat format, Cell cell) {
    return method(format, cell).sampleTexts() > 0
        ? Optional.of(samples().digest())
        : Optional.empty();
  }

  private SampleTexts samples() {
    SampleTexts made = samples;
    if (made == null) {
      made = new SampleTexts(subject.set().histories(), migration.seed());
      samples = made;
    }
    return made;
  }

  private Components repairers(Side side, Cell cell, boolean sampling) {
    return sampling ? roster.sampleRepairers(side, cell) : roster.repairers(side, cell);
  }

  /** The cell of the store that is repaired for this one. */
  Cell unrepaired(Cell cell) {
    Side from = RepairRoute.of(migration, cell).from();
    return new Cell(
        cell.history(),
        cell.format(),
        cell.writer().equals(Cell.NOBODY) ? Cell.NOBODY : from.writer(),
        cell.reader(),
        cell.indexEmbedder().equals(Cell.NOBODY) ? Cell.NOBODY : from.embedder(),
        cell.queryEmbedder(),
        Cell.AS_WRITTEN,
        cell.evidence(),
        cell.repeat());
  }
}
