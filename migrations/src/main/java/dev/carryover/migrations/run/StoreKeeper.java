package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.Seeds;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.run.RunException;
import dev.carryover.core.run.StoreFolder;
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
import dev.carryover.migrations.plan.RepairRoute;
import dev.carryover.migrations.plan.Treatments;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Hands out the store of a cell: finds it in the run directory, or has it written, taken over or
 * derived from another. Each is made once and verified when it is first opened in a process.
 */
final class StoreKeeper {
  private final MigrationFile migration;
  private final Roster roster;
  private final Shelves shelves;
  private final Optional<GivenStore> given;
  private final Repairing repairing;
  private final Map<String, MemoryStore> open = new HashMap<>();

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
   * @param paid hears what repairs take
   */
  StoreKeeper(MigrationFile migration, Roster roster, Shelves shelves, Subject subject, Paid paid) {
    this.migration = migration;
    this.roster = roster;
    this.shelves = shelves;
    this.given = subject.given();
    this.repairing = new Repairing(migration, roster, subject, paid);
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
    if (names.values().stream().allMatch(name -> known(shelves.own(), name).isPresent())) {
      return;
    }
    source.requireUnchanged();
    importer.importStores(
        source.location(),
        histories,
        migration.old().embedder().equals(Cell.NOBODY)
            ? Optional.empty()
            : Optional.of(roster.identity(migration.old().embedder())),
        history -> shelves.own().target(Objects.requireNonNull(names.get(history))));
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
      StoreFolder folder = shelves.of(cell);
      known =
          shelves
              .copy()
              .filter(copy -> copy.holds(cell, migration))
              .map(copy -> given(copy, format, cell, history))
              .or(() -> known(folder, name))
              .orElseGet(() -> make(format, cell, history, folder.target(name)));
      requireOwn(known, cell, history);
      open.put(name, known);
    }
    return known;
  }

  /** A store that was made before, by this run or another. */
  private Optional<MemoryStore> known(StoreFolder folder, String name) {
    return folder
        .find(name)
        .or(() -> shelves.elsewhere(name).map(there -> copy(there, folder, name)));
  }

  /** A repaired store that was given, once it is known to be of the old store, if that is there. */
  private MemoryStore given(GivenCopy copy, MemoryFormat format, Cell cell, History history) {
    MemoryStore repaired = copy.store(format.name(), history);
    Cell old = repairing.unrepaired(cell);
    String name = StoreFolder.nameFor(format.name(), facts(format, old, history));
    if (isRunning(old) || known(shelves.own(), name).isPresent()) {
      copy.requireMadeFrom(storeOf(format, old, history), repaired);
    }
    return repaired;
  }

  private static MemoryStore copy(MemoryStore there, StoreFolder folder, String name) {
    return folder
        .target(name)
        .write(there.manifest().description(), to -> Trees.copy(there.content(), to));
  }

  /** A store that lies under the right name may still be another's, moved there by hand. */
  private void requireOwn(MemoryStore store, Cell cell, History history) {
    Description is = store.manifest().description();
    List<EmbedderIdentity> spaces = embedders(cell).stream().map(roster::identity).toList();
    if (!is.history().equals(history.id()) || !spaces.containsAll(is.spaces())) {
      throw new RunException(
          "store %s is another's: it holds history '%s' in the spaces %s, and that of '%s' in %s belongs there. Delete its folder to have it written again"
              .formatted(store.directory(), is.history(), is.spaces(), history.id(), spaces));
    }
    is.writer().ifPresent(writer -> requireWriter(store, cell, writer));
  }

  /** A repaired store was written by who it is for, or as before where nobody wrote anew. */
  private void requireWriter(MemoryStore store, Cell cell, ModelIdentity writer) {
    List<String> names = List.of(cell.writer());
    if (Treatments.isRepaired(cell.treatment())) {
      RepairRoute route = RepairRoute.of(migration, cell);
      names = List.of(route.to().writer(), route.from().writer());
    }
    List<Optional<String>> misfits =
        names.stream().map(name -> misfit(store, name, writer)).toList();
    if (misfits.stream().allMatch(Optional::isPresent)) {
      throw new RunException(
          "store %s was written %s. Delete its folder to have it written again"
              .formatted(store.directory(), misfits.get(0).orElseThrow()));
    }
  }

  /** In what a store differs from what this writer writes; a format may leave out settings. */
  private Optional<String> misfit(MemoryStore store, String name, ModelIdentity writer) {
    ModelIdentity expected = roster.writerIdentity(name).orElse(writer);
    if (!writer.sameAs(expected)) {
      return Optional.of(
          "by %s, and '%s' is %s now"
              .formatted(writer.fingerprint(), name, expected.fingerprint()));
    }
    SortedMap<String, String> wrote = store.manifest().description().settings();
    return roster.writerSettings(name).entrySet().stream()
        .filter(now -> wrote.containsKey("writer." + now.getKey()))
        .filter(now -> !now.getValue().equals(wrote.get("writer." + now.getKey())))
        .map(
            now ->
                "with '%s' %s, which is %s now"
                    .formatted(now.getKey(), wrote.get("writer." + now.getKey()), now.getValue()))
        .findFirst();
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
      Cell old = repairing.unrepaired(cell);
      return repairing.repair(format, cell, history, store(format, old, history), target);
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
    if (!isRunning(cell)) {
      throw new ConfigException(
          "--baseline",
          "it does not hold the store of history '%s' that %s needs"
              .formatted(history.id(), cell.id()),
          "name a run whose stores are still there");
    }
  }

  private boolean isRunning(Cell cell) {
    return (cell.writer().equals(Cell.NOBODY) || roster.writerIdentity(cell.writer()).isPresent())
        && (cell.indexEmbedder().equals(Cell.NOBODY) || roster.runs(cell.indexEmbedder()));
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
      repairing.sample(format, cell).ifPresent(digest -> facts.put("sample", digest));
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
