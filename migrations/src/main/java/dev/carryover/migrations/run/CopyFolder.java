package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.Role;
import dev.carryover.core.run.RepairedCopy;
import dev.carryover.core.run.RepairedCopy.Row;
import dev.carryover.core.run.RepairedCopy.Side;
import dev.carryover.core.run.RepairedCopy.Source;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.run.StoreSwap;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.StoreImporter;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.plan.RepairRoute;
import dev.carryover.migrations.plan.Treatments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A folder of repaired stores: {@code repair.json}, {@code stores}, and {@code work} with the old
 * stores and the journal.
 */
final class CopyFolder {
  private static final String OPTION = "--to";
  private static final String SWAP = "--swap";
  private static final String EXPORT = ".export.tmp";

  private final Path folder;

  CopyFolder(Path folder) {
    this.folder = folder;
  }

  /** The run directory of the repair. */
  Path work() {
    requireOurs();
    return folder.resolve(RepairedCopy.WORK);
  }

  /** The repaired stores. */
  StoreFolder stores() {
    return new StoreFolder(folder.resolve(RepairedCopy.STORES));
  }

  /** Refuses a folder with somebody else's files. */
  private void requireOurs() {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new ConfigException(OPTION, "'" + folder + "' is a file", "give a folder of its own");
    }
    try (Stream<Path> entries = Files.list(folder)) {
      Optional<String> other =
          entries
              .map(entry -> entry.getFileName().toString())
              .filter(name -> !name.equals(RepairedCopy.WORK))
              .sorted()
              .findFirst();
      if (other.isPresent() && !RepairedCopy.isIn(folder)) {
        throw new ConfigException(
            OPTION,
            "'%s' holds something else: '%s'".formatted(folder, other.get()),
            "give a folder of its own");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(folder + " cannot be listed: " + e, e);
    }
  }

  /** Writes what is planned, unless it has begun. */
  RepairedCopy begin(RepairedCopy planned) {
    return begun()
        .orElseGet(
            () -> {
              planned.writeTo(folder);
              return planned;
            });
  }

  /** What the folder holds; nothing where no store was repaired yet, which may be replaced. */
  private Optional<RepairedCopy> begun() {
    return RepairedCopy.find(folder).filter(copy -> holdsStores());
  }

  private boolean holdsStores() {
    Path stores = folder.resolve(RepairedCopy.STORES);
    if (!Files.isDirectory(stores)) {
      return false;
    }
    try (Stream<Path> entries = Files.list(stores)) {
      return entries.findAny().isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(stores + " cannot be listed: " + e, e);
    }
  }

  /**
   * Refuses a folder that holds another repair.
   *
   * @throws ConfigException if it does
   */
  void requireSame(RepairedCopy planned) {
    RepairedCopy there = begun().orElse(planned);
    List<String> differences = new ArrayList<>(there.differencesFrom(planned));
    String before = there.source().map(Source::store).orElse("nothing");
    String now = planned.source().map(Source::store).orElse("nothing");
    if (!before.equals(now)) {
      differences.add("store is %s there and %s now".formatted(before, now));
    }
    if (!differences.isEmpty()) {
      throw new ConfigException(
          OPTION,
          "'%s' holds another repair: %s".formatted(folder, String.join("; ", differences)),
          "give another folder, or the settings of that one");
    }
  }

  /** Writes what came of it; where a store was given, also in that store's own form. */
  RepairedCopy finish(RepairedCopy done, Subject subject) {
    Optional<Source> source = done.source();
    if (source.isPresent() && source.get().exported().isEmpty()) {
      source = Optional.of(exported(source.get(), done.histories(), subject));
    }
    RepairedCopy finished = done.with(Status.FINISHED, source, done.histories(), done.run());
    finished.writeTo(folder);
    return finished;
  }

  private Source exported(Source source, List<Row> rows, Subject subject) {
    Path temporary = folder.resolve(EXPORT);
    try {
      Trees.delete(temporary);
      Files.createDirectory(temporary);
      Optional<String> name =
          importer(subject)
              .exportStores(
                  rows.stream().map(row -> stores().find(row.store()).orElseThrow()).toList(),
                  temporary);
      for (Path made : Trees.children(temporary)) {
        Path to = folder.resolve(made.getFileName());
        Trees.delete(to);
        Files.move(made, to);
      }
      Trees.delete(temporary);
      return name.map(file -> source.with(file, Digests.of(folder.resolve(file)))).orElse(source);
    } catch (IOException e) {
      throw new UncheckedIOException("the export in " + folder + " cannot be written: " + e, e);
    }
  }

  private static StoreImporter importer(Subject subject) {
    return subject.formats().get(0).importer().orElseThrow();
  }

  /** A swap of this repair that was made already, or stopped under way and is now finished. */
  Optional<RepairedCopy> swapped(MigrationFile migration) {
    Optional<RepairedCopy> there =
        RepairedCopy.find(folder)
            .filter(copy -> copy.status() == Status.FINISHED)
            .filter(copy -> copy.settings().getOrDefault("rollout", "").equals(migration.rollout()))
            .filter(copy -> copy.seed() == migration.seed())
            .filter(copy -> copy.source().map(Source::store).equals(migration.store()));
    return there.filter(
        copy ->
            copy.source()
                .filter(
                    source ->
                        Files.exists(source.location())
                            && source
                                .exportedSha256()
                                .equals(Optional.of(Digests.of(source.location()))))
                .isPresent());
  }

  /**
   * Refuses a swap where nothing is given, or the repair is an adapter and leaves what is given as
   * it is.
   *
   * @throws ConfigException if so
   */
  static void requireSwappable(MigrationFile migration, Subject subject) {
    if (migration.store().isEmpty()) {
      throw new ConfigException(
          SWAP,
          "no store was given whose place the copy could take",
          "name it with --store or 'store', or leave --swap out");
    }
    if (methods(migration, subject).anyMatch(method -> method.sampleTexts() > 0)) {
      throw nothingToSwap(Treatments.methodOf(migration.rollout()));
    }
  }

  /**
   * Puts the exported copy in the original's place.
   *
   * @throws ConfigException if there is nothing to swap, or the original has changed
   */
  void swap(RepairedCopy copy) {
    Source source = copy.source().orElseThrow();
    String exported = source.exported().orElseThrow(() -> nothingToSwap(copy.method()));
    String now = Digests.of(source.location());
    if (!now.equals(source.sha256())) {
      throw new ConfigException(
          SWAP,
          "'%s' has changed since it was repaired".formatted(source.location()),
          "repair it as it is now, into another folder");
    }
    new StoreSwap().swap(source.location(), folder.resolve(exported), source.sha256());
  }

  private static ConfigException nothingToSwap(String method) {
    return new ConfigException(
        SWAP,
        "'%s' leaves the vectors as they are, so there is nothing to swap".formatted(method),
        "leave --swap out, and have questions mapped by adapters.jsonl");
  }

  /** What a repair's file tells before the first store is there. */
  static RepairedCopy planned(MigrationFile migration, Subject subject, RunRecord run) {
    String rollout = migration.rollout();
    List<String> not =
        subject.formats().stream()
            .map(MemoryFormat::name)
            .filter(format -> Copying.repairedCell(run.plan(), format).isEmpty())
            .toList();
    return new RepairedCopy(
        RepairedCopy.SCHEMA,
        migration.name(),
        Status.RUNNING,
        Treatments.methodOf(rollout),
        effort(migration, subject),
        migration.seed(),
        subject
            .given()
            .map(
                given ->
                    new Source(
                        given.kind() + ":" + given.location(),
                        given.digest(),
                        Optional.empty(),
                        Optional.empty())),
        side(migration.old(), subject),
        side(migration.next(), subject),
        run.identities(),
        run.settings(),
        not,
        List.<Row>of(),
        run.clock());
  }

  private static Stream<RepairMethod> methods(MigrationFile migration, Subject subject) {
    String name = Treatments.methodOf(migration.rollout());
    return subject.formats().stream().flatMap(format -> RepairRoute.method(format, name).stream());
  }

  private static int effort(MigrationFile migration, Subject subject) {
    OptionalInt most = Treatments.effortOf(migration.rollout());
    return methods(migration, subject)
        .flatMap(method -> method.rungs().stream())
        .mapToInt(RepairMethod.Rung::percent)
        .filter(percent -> percent <= most.orElse(percent))
        .max()
        .orElseThrow();
  }

  private static Side side(MigrationFile.Side side, Subject subject) {
    boolean writes =
        subject.formats().stream().anyMatch(format -> format.sensitiveTo().contains(Role.WRITER));
    return new Side(
        Optional.of(side.writer()).filter(name -> writes),
        Optional.of(side.embedder()).filter(name -> !name.equals(Cell.NOBODY)));
  }

  /**
   * Refuses what no copy can be made of.
   *
   * @throws ConfigException naming why
   */
  static void requireRepairable(MigrationFile migration, GateOptions options, Subject subject) {
    if (migration.repaired().isPresent()) {
      throw new ConfigException(
          migration.place("store"),
          "'%s' is a repaired copy".formatted(migration.repaired().get()),
          "name the store that is to be repaired, or none");
    }
    if (options.baseline().isPresent()) {
      throw new ConfigException(
          "--baseline",
          "a repair needs the old stores, not what was answered from them",
          "leave it out, and give the old store itself with --store");
    }
    if (subject.given().isPresent() && subject.formats().size() > 1) {
      throw new ConfigException(
          migration.place("store"),
          "a store is given, and there are %d formats".formatted(subject.formats().size()),
          "keep the format of the store");
    }
    requireNeeded(migration, subject);
    requireHistory(migration, subject);
  }

  private static void requireNeeded(MigrationFile migration, Subject subject) {
    String method = Treatments.methodOf(migration.rollout());
    RepairRoute route = new RepairRoute(migration.old(), migration.next());
    boolean needed =
        subject.formats().stream()
            .anyMatch(
                format ->
                    route.isNeededBy(format) && RepairRoute.method(format, method).isPresent());
    if (!needed) {
      throw new ConfigException(
          migration.place("rollout"),
          "'%s' repairs nothing: no store of its formats depends on what changes".formatted(method),
          "choose a repair of a format whose writer or embedder changes");
    }
  }

  private static void requireHistory(MigrationFile migration, Subject subject) {
    if (methods(migration, subject).noneMatch(RepairMethod::needsHistory)) {
      return;
    }
    String name = Treatments.methodOf(migration.rollout());
    if (!migration.rawHistory()) {
      throw new ConfigException(
          migration.place("rollout"),
          "'%s' needs the raw history, and 'raw_history: false' says that it is gone"
              .formatted(name),
          "choose a repair that makes do with the store");
    }
    subject.histories().stream()
        .filter(history -> history.events().isEmpty())
        .findFirst()
        .ifPresent(
            history -> {
              throw new ConfigException(
                  migration.place("rollout"),
                  "'%s' needs the raw history, and that of '%s' is gone"
                      .formatted(name, history.id()),
                  "give the history, leave it out, or choose a repair that makes do with the store");
            });
  }
}
