package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.Plan;
import dev.carryover.core.Role;
import dev.carryover.core.embedding.SpaceComparison;
import dev.carryover.core.report.Identity;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.Preflight;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.Service;
import dev.carryover.migrations.file.MigrationFile.Side;
import dev.carryover.migrations.plan.Extent;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The models and embedders that a migration names, running, with what they show of themselves. */
final class Cast implements AutoCloseable {
  private final MigrationFile migration;
  private final List<MemoryFormat> formats;
  private final Map<String, WriterModel> writers = new LinkedHashMap<>();
  private final Map<String, ReaderModel> readers = new LinkedHashMap<>();
  private final Map<String, Embedder> embedders = new LinkedHashMap<>();
  private final Optional<Baseline> baseline;
  private final Players players;
  private Optional<SpaceComparison> spaces = Optional.empty();
  private final Roster roster;

  /**
   * Starts what the formats need.
   *
   * @param extent decides which sides are needed
   * @param baseline stands in for an old side that is gone
   * @throws ConfigException if a name is unknown, or one that is needed is missing
   */
  Cast(
      MigrationFile migration,
      List<MemoryFormat> formats,
      Extent extent,
      Optional<Baseline> baseline,
      Players players,
      GateListener listener) {
    this.migration = migration;
    this.formats = List.copyOf(formats);
    this.baseline = baseline;
    this.players = players;
    try {
      boolean replaced = extent == Extent.SCREEN_BESIDE_OLD && baseline.isPresent();
      if (extent != Extent.WITHOUT_OLD && !replaced) {
        start("old", migration.old(), listener);
      }
      if (extent != Extent.BEFORE_ALONE) {
        start("new", migration.next(), listener);
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    readers.put(Treatments.RANDOM_CODE, new RandomCodeReader(migration.seed()));
    Map<String, EmbedderIdentity> gone = new LinkedHashMap<>();
    baseline
        .flatMap(run -> run.space(migration.old().embedder()))
        .ifPresent(space -> gone.put(migration.old().embedder(), space));
    roster =
        new Roster(writers, readers, embedders, gone, migration.allowances(), players.vectors());
  }

  private void start(String key, Side side, GateListener listener) {
    String embedder = side.embedder();
    if (embedder.equals(Cell.NOBODY)) {
      requireNoEmbedder(key);
    } else if (!embedders.containsKey(embedder)) {
      listener.stage("loading " + embedder);
      embedders.put(embedder, players.embedder(key + ".embedder", embedder));
    }
    if (!readers.containsKey(side.reader())) {
      readers.put(side.reader(), players.reader(key + ".reader", side.reader()));
    }
    if (formats.stream().anyMatch(format -> format.sensitiveTo().contains(Role.WRITER))
        && !writers.containsKey(side.writer())) {
      writers.put(side.writer(), players.writer(key + ".writer", side.writer()));
    }
    formats.stream()
        .filter(MemoryFormat::keepsState)
        .findFirst()
        .ifPresent(format -> requireOpenCache(key, side, format));
  }

  private void requireOpenCache(String key, Side side, MemoryFormat format) {
    String place = migration.place(key + ".reader");
    if (!side.writer().equals(side.reader())) {
      throw new ConfigException(
          place,
          "format '%s' keeps the state of one model, and under '%s' '%s' writes and '%s' reads"
              .formatted(format.name(), key, side.writer(), side.reader()),
          "name one 'model' there, or leave the format out");
    }
    boolean open =
        Objects.requireNonNull(writers.get(side.writer())).state().isPresent()
            && Objects.requireNonNull(readers.get(side.reader())).state().isPresent();
    if (!open) {
      throw new ConfigException(
          place,
          "format '%s' keeps a model's key-value cache, and that of '%s' is not open"
              .formatted(format.name(), side.reader()),
          "name a model that runs here, such as nano-1 or a transformer by its path, or leave the format out");
    }
  }

  private void requireNoEmbedder(String key) {
    for (MemoryFormat format : formats) {
      if (format.sensitiveTo().contains(Role.INDEX_EMBEDDER)) {
        throw new ConfigException(
            migration.place(key),
            "'%s' names no embedder, and format '%s' needs one".formatted(key, format.name()),
            "name one, such as 'embedder: all-minilm-l6-v2-q'");
      }
    }
  }

  /** The embedder of the old side, where one is named. */
  Optional<Embedder> old() {
    return Optional.ofNullable(embedders.get(migration.old().embedder()));
  }

  /** The embedders of the other side. */
  List<Embedder> others() {
    return embedders.values().stream()
        .filter(embedder -> old().isEmpty() || embedder != old().get())
        .toList();
  }

  Roster roster() {
    return roster;
  }

  /** Whether all readers answer in words of their own too. */
  boolean answersFreely() {
    return readers.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(Treatments.RANDOM_CODE))
        .allMatch(entry -> entry.getValue().answersFreely());
  }

  /**
   * What is wrong with the cast itself, and what each of it finds wrong. Nobody is paid for an
   * answer before everyone has looked.
   */
  List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    everyone().forEach(part -> problems.addAll(part.preflight()));
    if (problems.isEmpty()) {
      problems.addAll(introductions());
    }
    if (problems.isEmpty() && embedders.size() == 2 && measurable()) {
      spaces =
          Optional.of(SpaceComparison.of(embedder(migration.old()), embedder(migration.next())));
      problems.addAll(spaceProblems());
    }
    return problems.stream().distinct().toList();
  }

  /** Has everyone show who they are; who cannot is a problem. */
  private List<Problem> introductions() {
    List<Runnable> everyone = new ArrayList<>();
    readers.values().forEach(reader -> everyone.add(reader::identity));
    writers.values().forEach(writer -> everyone.add(writer::identity));
    embedders.values().stream()
        .filter(Embedder::measurable)
        .forEach(embedder -> everyone.add(embedder::identity));
    List<Problem> problems = new ArrayList<>();
    for (Runnable introduction : everyone) {
      try {
        introduction.run();
      } catch (ServiceException e) {
        problems.add(
            new Problem(
                String.valueOf(e.getMessage()), "see to the service; nothing was begun so far"));
      }
    }
    return problems;
  }

  private boolean measurable() {
    return embedders.values().stream().allMatch(Embedder::measurable);
  }

  private List<Problem> spaceProblems() {
    List<Problem> problems = new ArrayList<>();
    spaces
        .filter(SpaceComparison::oneSpace)
        .ifPresent(
            same ->
                problems.add(
                    new Problem(
                        "'%s' and '%s' are one vector space under two names: mean cosine %.6f on the canary texts"
                            .formatted(
                                same.first().name(),
                                same.second().name(),
                                same.cosines().orElseThrow().mean()),
                        "name two different embedding models")));
    spaces
        .filter(two -> searched() && two.cosines().isEmpty())
        .filter(two -> !migration.rollout().equals("rewrite"))
        .filter(two -> !Treatments.isRepaired(migration.rollout()))
        .ifPresent(
            two ->
                problems.add(
                    new Problem(
                        "'%s' has %d dimensions and '%s' has %d: the old vectors cannot be searched with new queries"
                            .formatted(
                                two.first().name(),
                                two.first().dimension(),
                                two.second().name(),
                                two.second().dimension()),
                        "name two embedding models of one dimension, or plan 'rollout: rewrite' or a repair, since such an upgrade cannot keep its vectors alone")));
    return problems;
  }

  private boolean searched() {
    return formats.stream().anyMatch(f -> f.sensitiveTo().contains(Role.QUERY_EMBEDDER));
  }

  /**
   * Looks again whether everyone is still who they were.
   *
   * @throws dev.carryover.core.spi.StopException if one is not
   */
  void confirm() {
    everyone().forEach(Preflight::confirm);
  }

  private Stream<Preflight> everyone() {
    List<Preflight> parts = new ArrayList<>(writers.values());
    parts.addAll(readers.values());
    parts.addAll(embedders.values());
    parts.addAll(formats);
    return parts.stream();
  }

  /** What everyone who plays a part in a plan shows of itself. */
  List<Identity> identities(Plan plan) {
    List<Identity> identities = new ArrayList<>();
    baseline.ifPresent(run -> identities.addAll(run.identities(gone())));
    embedders.forEach(
        (name, embedder) -> identities.add(IdentityRows.of(name, embedder, service(name))));
    Set<String> asked = players(plan);
    readers.forEach(
        (name, reader) -> {
          if (asked.contains(name) && !name.equals(Treatments.RANDOM_CODE)) {
            identities.add(IdentityRows.of(name, reader.identity(), service(name)));
          }
        });
    writers.forEach(
        (name, writer) -> {
          if (!(asked.contains(name) && readers.containsKey(name))) {
            identities.add(IdentityRows.of(name, writer.identity(), service(name)));
          }
        });
    formats.stream()
        .filter(MemoryFormat::runsElsewhere)
        .map(IdentityRows::of)
        .forEach(identities::add);
    return identities;
  }

  /** Those of the old side who are not running. */
  private List<String> gone() {
    Side old = migration.old();
    return Stream.of(old.embedder(), old.reader(), old.writer())
        .filter(name -> !embedders.containsKey(name))
        .filter(name -> !readers.containsKey(name) && !writers.containsKey(name))
        .distinct()
        .toList();
  }

  /**
   * Prompts, prefixes and decoding of everyone who plays a part in a plan, by name, part and key.
   */
  SortedMap<String, String> settings(Plan plan) {
    SortedMap<String, String> settings = new TreeMap<>();
    Set<String> asked = players(plan);
    readers.forEach(
        (name, reader) -> {
          if (asked.contains(name)) {
            reader.settings().forEach((key, v) -> settings.put(name + ".reader." + key, v));
          }
        });
    writers.forEach(
        (name, writer) ->
            writer.settings().forEach((key, v) -> settings.put(name + ".writer." + key, v)));
    embedders.forEach(
        (name, embedder) ->
            embedder.settings().forEach((key, v) -> settings.put(name + ".embedder." + key, v)));
    return settings;
  }

  private static Set<String> players(Plan plan) {
    return plan.treatments().stream()
        .flatMap(treatment -> treatment.cell().stream())
        .map(Cell::reader)
        .collect(Collectors.toSet());
  }

  private Optional<String> service(String name) {
    return migration.elsewhere(name).map(Service::kind);
  }

  /** The two spaces on the canary texts, where there are two; known once all is well. */
  Optional<SpaceComparison> spaces() {
    return spaces;
  }

  /** The same as a row of the report. */
  List<RunReport.SpaceComparison> spaceRows() {
    return spaces
        .flatMap(
            two ->
                two.cosines()
                    .map(
                        cosines ->
                            new RunReport.SpaceComparison(
                                two.first().name(),
                                two.second().name(),
                                "canary texts",
                                EmbedderIdentity.CANARY_TEXTS.size(),
                                cosines.mean(),
                                cosines.least())))
        .stream()
        .toList();
  }

  @Override
  public void close() {
    embedders.values().forEach(players::close);
    readers.values().forEach(ReaderModel::close);
    writers.values().forEach(WriterModel::close);
    formats.forEach(MemoryFormat::close);
  }

  private Embedder embedder(Side side) {
    return Objects.requireNonNull(embedders.get(side.embedder()));
  }
}
