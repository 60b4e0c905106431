package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Plan;
import dev.carryover.core.embedding.SpaceComparison;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Identity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.Side;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The models and embedders that a migration names, running, with what they show of themselves. */
final class Cast implements AutoCloseable {
  private final MigrationFile migration;
  private final Map<String, Embedder> embedders = new LinkedHashMap<>();
  private final Map<String, ReaderModel> readers = new LinkedHashMap<>();
  private final Optional<SpaceComparison> spaces;
  private final boolean searched;

  /**
   * Starts the embedders, and the readers that the plan asks.
   *
   * @throws ConfigException if a name is unknown
   */
  Cast(MigrationFile migration, Plan plan, int parallel, GateListener listener) {
    this.migration = migration;
    Set<String> asked =
        plan.treatments().stream()
            .flatMap(treatment -> treatment.cell().stream())
            .map(Cell::reader)
            .collect(Collectors.toSet());
    try {
      start("old", migration.old(), asked, parallel, listener);
      start("new", migration.next(), asked, parallel, listener);
      spaces =
          embedders.size() < 2
              ? Optional.empty()
              : Optional.of(SpaceComparison.of(old(), embedder(migration.next())));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    readers.put(Treatments.RANDOM_CODE, new RandomCodeReader(migration.seed()));
    searched =
        plan.treatments().stream()
            .flatMap(treatment -> treatment.cell().stream())
            .anyMatch(cell -> !cell.queryEmbedder().equals(Cell.NOBODY));
  }

  private void start(
      String key, Side side, Set<String> asked, int parallel, GateListener listener) {
    if (!embedders.containsKey(side.embedder())) {
      listener.stage("loading " + side.embedder());
      embedders.put(
          side.embedder(),
          at(
              key + ".embedder",
              () ->
                  Plugins.named(EmbedderProvider.class, "embedder", side.embedder())
                      .create(Settings.NONE, ModelContext.of(parallel))));
    }
    if (asked.contains(side.reader()) && !readers.containsKey(side.reader())) {
      readers.put(
          side.reader(),
          at(
              key + ".reader",
              () ->
                  Plugins.named(ReaderProvider.class, "model", side.reader())
                      .create(Settings.NONE, ModelContext.of(parallel))));
    }
  }

  private <T> T at(String key, Supplier<T> made) {
    try {
      return made.get();
    } catch (SettingException e) {
      throw ConfigException.at(migration.place(key), e);
    }
  }

  /** The embedder of the old side. */
  Embedder old() {
    return embedder(migration.old());
  }

  /** The embedders of the other side. */
  List<Embedder> others() {
    return embedders.values().stream().filter(embedder -> embedder != old()).toList();
  }

  Roster roster() {
    return new Roster(embedders, readers);
  }

  /** What is wrong with the cast itself. */
  List<Problem> problems() {
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
        .filter(two -> searched && two.cosines().isEmpty())
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
                        "name two embedding models of one dimension; such an upgrade cannot keep its vectors")));
    return problems;
  }

  /** What every model and embedder shows of itself. */
  List<Identity> identities() {
    List<Identity> identities = new ArrayList<>();
    for (Embedder embedder : embedders.values()) {
      EmbedderIdentity identity = embedder.identity();
      TreeMap<String, String> facts = new TreeMap<>();
      facts.put("dimension", Integer.toString(identity.dimension()));
      facts.put("canary_vectors", identity.fingerprint());
      identities.add(new Identity("embedder", identity.name(), facts, List.of()));
    }
    readers.forEach(
        (name, reader) -> {
          if (!name.equals(Treatments.RANDOM_CODE)) {
            identities.add(identity(reader.identity()));
          }
        });
    return identities;
  }

  /** The two spaces on the canary texts, where there are two of one dimension. */
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
    embedders.values().forEach(Embedder::close);
    readers.values().forEach(ReaderModel::close);
  }

  private static Identity identity(ModelIdentity identity) {
    TreeMap<String, String> facts = new TreeMap<>();
    List<String> unknown = new ArrayList<>();
    identity
        .revision()
        .ifPresentOrElse(r -> facts.put("revision", r), () -> unknown.add("revision"));
    identity
        .tokenizer()
        .ifPresentOrElse(t -> facts.put("tokenizer", t), () -> unknown.add("tokenizer"));
    identity
        .contextLimit()
        .ifPresentOrElse(
            limit -> facts.put("context_limit", Integer.toString(limit)),
            () -> unknown.add("context_limit"));
    return new Identity("model", identity.name(), facts, unknown);
  }

  private Embedder embedder(Side side) {
    return Objects.requireNonNull(embedders.get(side.embedder()));
  }
}
