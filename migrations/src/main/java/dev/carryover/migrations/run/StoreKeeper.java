package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.RewriteReach;
import dev.carryover.core.Seeds;
import dev.carryover.core.StoreManifest;
import dev.carryover.core.run.RunException;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.RepairMethod.Job;
import dev.carryover.core.spi.RepairMethod.Rung;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StoreEditor.Edit;
import dev.carryover.core.spi.StoreImporter;
import dev.carryover.core.spi.StoreTarget;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.Side;
import dev.carryover.migrations.plan.RepairRoute;
import dev.carryover.migrations.plan.Treatments;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the store of a cell: finds it in the run directory, or has it written, taken over or
 * derived from another. Each is made once and verified when it is first opened in a process.
 */
final class StoreKeeper {
  private final MigrationFile migration;
  private final Roster roster;
  private final StoreFolder folder;
  private final Subject subject;
  private final Optional<GivenStore> given;
  private final Optional<Baseline> baseline;
  private final Paid paid;
  private final Map<String, MemoryStore> open = new HashMap<>();
  private @Nullable SampleTexts samples;

  /** Hears what repairs take, each before its store is there. */
  @FunctionalInterface
  interface Paid {
    /** Of a keeper that repairs nothing. */
    Paid NOTHING = (cell, price, took) -> {};

    /**
     * @param cell that will read the repaired store
     * @param took which is no part of any report
     */
    void forRepair(Cell cell, RepairPrice price, Duration took);
  }

  /**
   * @param subject whose store, where one is given, is taken over as the old one, and whose
   *     histories lend each other texts for repairs
   * @param baseline a run whose stores stand in for those that nobody can write any more
   * @param paid hears what repairs take
   */
  StoreKeeper(
      MigrationFile migration,
      Roster roster,
      StoreFolder folder,
      Subject subject,
      Optional<Baseline> baseline,
      Paid paid) {
    this.paid = paid;
    this.baseline = baseline;
    this.migration = migration;
    this.roster = roster;
    this.folder = folder;
    this.subject = subject;
    this.given = subject.given();
  }

  /**
   * Takes over the given store for every history, unless that was done before, into a format that
   * can.
   *
   * @param cell of the old store, for any history
   */
  void takeOver(GivenStore source, MemoryFormat format, Cell cell, List<History> histories) {
    StoreImporter importer = format.importer().orElseThrow();
    Map<String, String> names = new HashMap<>();
    for (History history : histories) {
      names.put(history.id(), StoreFolder.nameFor(format.name(), facts(format, cell, history)));
    }
    if (names.values().stream().allMatch(name -> folder.find(name).isPresent())) {
      return;
    }
    importer.importStores(
        source.location(),
        histories,
        migration.old().embedder().equals(Cell.NOBODY)
            ? Optional.empty()
            : Optional.of(roster.identity(migration.old().embedder())),
        history -> folder.target(Objects.requireNonNull(names.get(history))));
  }

  /** The store that this cell reads; what only the reading loses or repeats has none of its own. */
  MemoryStore store(MemoryFormat format, Cell cell, History history) {
    return Treatments.readsAsWritten(cell.treatment())
        ? storeOf(format, cell.asWritten(), history)
        : storeOf(format, cell, history);
  }

  private MemoryStore storeOf(MemoryFormat format, Cell cell, History history) {
    String name = StoreFolder.nameFor(format.name(), facts(format, cell, history));
    MemoryStore known = open.get(name);
    if (known == null) {
      known =
          folder
              .find(name)
              .or(() -> baseline.flatMap(run -> run.store(name)).map(there -> copy(there, name)))
              .orElseGet(() -> make(format, cell, history, folder.target(name)));
      requireOwn(known, cell, history);
      open.put(name, known);
    }
    return known;
  }

  private MemoryStore copy(MemoryStore there, String name) {
    return folder
        .target(name)
        .write(there.manifest().description(), to -> Trees.copy(there.content(), to));
  }

  /** A store that lies under the right name may still be another's, moved there by hand. */
  private void requireOwn(MemoryStore store, Cell cell, History history) {
    StoreManifest.Description is = store.manifest().description();
    List<EmbedderIdentity> spaces = embedders(cell).stream().map(roster::identity).toList();
    if (!is.history().equals(history.id()) || !spaces.containsAll(is.spaces())) {
      throw new RunException(
          "store %s is another's: it holds history '%s' in the spaces %s, and that of '%s' in %s belongs there. Delete its folder to have it written again"
              .formatted(store.directory(), is.history(), is.spaces(), history.id(), spaces));
    }
    is.writer().ifPresent(writer -> requireWriter(store, cell, writer));
  }

  private void requireWriter(MemoryStore store, Cell cell, ModelIdentity writer) {
    String name =
        Treatments.isRepaired(cell.treatment())
            ? RepairRoute.of(migration, cell).to().writer()
            : cell.writer();
    ModelIdentity expected = roster.writerIdentity(name).orElse(writer);
    if (!writer.sameAs(expected)) {
      throw new RunException(
          "store %s was written by %s, and '%s' is %s now. Delete its folder to have it written again"
              .formatted(store.directory(), writer.fingerprint(), name, expected.fingerprint()));
    }
    SortedMap<String, String> wrote = store.manifest().description().settings();
    roster
        .writerSettings(name)
        .forEach((key, now) -> requireSetting(store, key, wrote.get("writer." + key), now));
  }

  /** A format may leave it out; what is there must fit. */
  private static void requireSetting(
      MemoryStore store, String key, @Nullable String then, String now) {
    if (then != null && !then.equals(now)) {
      throw new RunException(
          "store %s was written with '%s' %s, which is %s now. Delete its folder to have it written again"
              .formatted(store.directory(), key, then, now));
    }
  }

  /** Forgets which stores were opened: the next history has others. */
  void forget() {
    open.clear();
  }

  private MemoryStore make(MemoryFormat format, Cell cell, History history, StoreTarget target) {
    String treatment = cell.treatment();
    if (treatment.equals(Cell.AS_WRITTEN)) {
      return asWritten(format, cell, history, target);
    }
    if (Treatments.isRepaired(treatment)) {
      return repaired(format, cell, history, target);
    }
    MemoryStore base = store(format, original(cell), history);
    if (Treatments.isMixed(treatment)) {
      return reembed(
          format,
          base,
          history,
          cell.repeat(),
          Rung.percent(Treatments.percentOf(treatment)),
          target);
    }
    Edit edit = treatment.equals(Treatments.EMPTY) ? Edit.EMPTY : Edit.SHUFFLED;
    return format.editor().edit(base, edit, seed(history, treatment), target);
  }

  /** The price is journalled before the store is there: a store that is there was paid for. */
  private MemoryStore repaired(
      MemoryFormat format, Cell cell, History history, StoreTarget target) {
    RepairRoute route = RepairRoute.of(migration, cell);
    RepairMethod method = method(format, cell);
    MemoryStore base = store(format, unrepaired(cell, route.from()), history);
    RepairMeter meter = new RepairMeter();
    boolean sampling = method.sampleTexts() > 0;
    long start = System.nanoTime();
    return method.apply(
        new Job(
            base,
            Optional.of(history),
            meter.watch(repairers(route.from(), cell, sampling)),
            meter.watch(repairers(route.to(), cell, sampling)),
            sampling ? samples().besides(history, method.sampleTexts()) : List.of(),
            rung(method, cell),
            seed(history, method.name())),
        (description, content) ->
            target.write(
                description,
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
    String name = Treatments.methodOf(cell.treatment());
    return RepairRoute.methods(format).stream()
        .filter(known -> known.name().equals(name))
        .findFirst()
        .orElseThrow();
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

  private static Cell unrepaired(Cell cell, Side from) {
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

  private MemoryStore asWritten(
      MemoryFormat format, Cell cell, History history, StoreTarget target) {
    requireRunning(cell, history);
    if (given.isEmpty() || !embeds(format)) {
      return format.writer().write(history, roster.writers(cell), seed(history, "write"), target);
    }
    MemoryStore old = store(format, original(cell), history);
    return reembed(format, old, history, cell.repeat(), Rung.percent(100), target);
  }

  private void requireRunning(Cell cell, History history) {
    boolean running =
        (cell.writer().equals(Cell.NOBODY) || roster.writerIdentity(cell.writer()).isPresent())
            && (cell.indexEmbedder().equals(Cell.NOBODY) || roster.runs(cell.indexEmbedder()));
    if (!running) {
      throw new ConfigException(
          "--baseline",
          "it does not hold the store of history '%s' that %s needs"
              .formatted(history.id(), cell.id()),
          "name a run whose stores are still there");
    }
  }

  private static boolean embeds(MemoryFormat format) {
    return format.repairs().stream().anyMatch(repair -> repair.name().equals("re-embed"));
  }

  private MemoryStore reembed(
      MemoryFormat format,
      MemoryStore base,
      History history,
      int repeat,
      Rung rung,
      StoreTarget target) {
    RepairMethod method =
        format.repairs().stream()
            .filter(repair -> repair.name().equals("re-embed"))
            .findFirst()
            .orElseThrow(
                () ->
                    new SettingException(
                        "formats",
                        "format '" + format.name() + "' cannot embed a store anew",
                        "leave out mixed rollouts and given stores for it"));
    return method.apply(
        Job.of(
            base,
            Optional.of(history),
            roster.embedders(migration.next().embedder(), repeat),
            rung,
            seed(history, "re-embed")),
        target);
  }

  /** The cell of the old store that an altered or re-embedded one is derived from. */
  private Cell original(Cell cell) {
    String index =
        cell.indexEmbedder().equals(Cell.NOBODY) ? Cell.NOBODY : migration.old().embedder();
    return new Cell(
        cell.history(),
        cell.format(),
        cell.writer(),
        cell.reader(),
        index,
        cell.queryEmbedder(),
        Cell.AS_WRITTEN,
        cell.evidence(),
        cell.repeat());
  }

  /** The seed of a choice, independent of those in other histories. */
  private long seed(History history, String choice) {
    return Seeds.derive(migration.seed(), choice, history.id());
  }

  /** All that the bytes of a store depend on. */
  private TreeMap<String, String> facts(MemoryFormat format, Cell cell, History history) {
    TreeMap<String, String> facts = new TreeMap<>();
    format.settings().forEach((key, value) -> facts.put("setting." + key, value));
    facts.put("history", Digests.of(history));
    facts.put("writer", cell.writer());
    facts.put("writer_tokens", Integer.toString(roster.allowances().writerTokens()));
    facts.put("treatment", cell.treatment());
    facts.put("repeat", Integer.toString(cell.repeat()));
    facts.put("seed", Long.toString(migration.seed()));
    given.ifPresent(source -> facts.put("given", source.digest()));
    if (Treatments.isRepaired(cell.treatment())) {
      facts.put("index", cell.indexEmbedder()); // tells the way there from the way back
      if (method(format, cell).sampleTexts() > 0) {
        facts.put("sample", samples().digest());
      }
    }
    for (String embedder : embedders(cell)) {
      facts.put("embedder." + embedder, roster.identity(embedder).fingerprint());
    }
    return facts;
  }

  private List<String> embedders(Cell cell) {
    Map<String, String> sides = new LinkedHashMap<>();
    sides.put(migration.old().embedder(), "old");
    sides.put(migration.next().embedder(), "new");
    sides.remove(Cell.NOBODY);
    return List.of(cell.indexEmbedder().split("\\+")).stream().filter(sides::containsKey).toList();
  }
}
