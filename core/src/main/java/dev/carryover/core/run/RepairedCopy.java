package dev.carryover.core.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.RewriteReach;
import dev.carryover.core.Usage;
import dev.carryover.core.report.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What {@code repair.json} tells of a folder of repaired stores.
 *
 * @param schema {@link #SCHEMA}
 * @param name of the migration
 * @param status whether every store is there
 * @param method name of the repair
 * @param effort per cent of the method's full effort
 * @param seed of every random choice
 * @param source the store that was given and is repaired; empty where the old side wrote it
 * @param from who wrote the stores
 * @param to who they are repaired for
 * @param identities of all of them
 * @param settings resolved, in which it must agree to be gone on with
 * @param notRepaired formats under test that do not know the method or need no repair
 * @param histories one row for each history and repaired format; those that are done where it runs
 * @param run the only times
 */
public record RepairedCopy(
    String schema,
    String name,
    RunRecord.Status status,
    String method,
    int effort,
    long seed,
    Optional<Source> source,
    Side from,
    Side to,
    List<Identity> identities,
    SortedMap<String, String> settings,
    List<String> notRepaired,
    List<Row> histories,
    RunRecord.Clock run) {
  /** Name and version of the file's shape. */
  public static final String SCHEMA = "carryover.repaired/1";

  /** Name of the file. */
  public static final String FILE = "repair.json";

  /** Name of the folder of the repaired stores. */
  public static final String STORES = "stores";

  /** Name of the folder of the work: the old stores, and the journal of what was paid. */
  public static final String WORK = "work";

  public RepairedCopy {
    identities = List.copyOf(identities);
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    notRepaired = List.copyOf(notRepaired);
    histories = List.copyOf(histories);
  }

  /**
   * The store that was given.
   *
   * @param store as named, such as {@code jsonl:PATH}
   * @param sha256 of what it held
   * @param exported name of the file or folder beside this one that can take its place; empty where
   *     the repair leaves the store as it is
   * @param exportedSha256 of that
   */
  public record Source(
      String store, String sha256, Optional<String> exported, Optional<String> exportedSha256) {
    /** Where it lies. */
    public Path location() {
      return Path.of(store.substring(store.indexOf(':') + 1));
    }

    /** The same with what can take its place. */
    public Source with(String name, String checksum) {
      return new Source(store, sha256, Optional.of(name), Optional.of(checksum));
    }
  }

  /**
   * The components of a side that play a part.
   *
   * @param writer name of the model; empty where none writes
   * @param embedder name of the embedder; empty where there is none
   */
  public record Side(Optional<String> writer, Optional<String> embedder) {}

  /**
   * A repaired store.
   *
   * @param store name of its folder under {@link #STORES}
   * @param sha256 of its content
   * @param ancestor SHA-256 of the content that it was made from
   * @param calls of models
   * @param tokensIn of these calls
   * @param tokensOut likewise; the whole reserve where an output limit ended the repair
   * @param embeddedTexts as if it had been the only one: a shared sample counts for each
   * @param rewrite how much of the text was rewritten, where any was
   * @param failure why it counts as failed, though a store came of it
   */
  public record Row(
      String history,
      String format,
      String store,
      String sha256,
      String ancestor,
      long calls,
      long tokensIn,
      long tokensOut,
      long embeddedTexts,
      Optional<RewriteReach> rewrite,
      Optional<String> failure) {
    /** The row of a store with what its repair took. */
    public static Row of(MemoryStore store, String ancestor, RepairPrice price) {
      Usage usage = price.usage();
      return new Row(
          store.manifest().description().history(),
          store.manifest().description().format(),
          store.directory().getFileName().toString(),
          store.manifest().sha256(),
          ancestor,
          price.calls(),
          usage.tokensIn(),
          usage.tokensOut(),
          price.embeddedTexts(),
          price.reach(),
          price.failure());
    }
  }

  /** The same at another point of its life. */
  public RepairedCopy with(
      RunRecord.Status newStatus, Optional<Source> newSource, List<Row> rows, RunRecord.Clock now) {
    return new RepairedCopy(
        schema,
        name,
        newStatus,
        method,
        effort,
        seed,
        newSource,
        from,
        to,
        identities,
        settings,
        notRepaired,
        rows,
        now);
  }

  /** The rows of repairs that count as failed. */
  public List<Row> failures() {
    return histories.stream().filter(row -> row.failure().isPresent()).toList();
  }

  /** The row of a history in a format. */
  public Optional<Row> row(String history, String format) {
    return histories.stream()
        .filter(row -> row.history().equals(history) && row.format().equals(format))
        .findFirst();
  }

  /** In which settings another one differs; empty if in none. */
  public List<String> differencesFrom(RepairedCopy planned) {
    List<String> differences = new ArrayList<>();
    TreeSet<String> keys = new TreeSet<>(settings.keySet());
    keys.addAll(planned.settings.keySet());
    for (String key : keys) {
      String here = settings.getOrDefault(key, "nothing");
      String there = planned.settings.getOrDefault(key, "nothing");
      if (!here.equals(there)) {
        differences.add("%s is %s there and %s now".formatted(key, here, there));
      }
    }
    return differences;
  }

  /** The file's text. */
  public String json() {
    try {
      return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record can be written", e);
    }
  }

  /**
   * Writes the file, as a whole.
   *
   * @throws UncheckedIOException if it cannot be written; then the old one stays
   */
  public void writeTo(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      AtomicFiles.replace(file, json().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written: " + e, e);
    }
  }

  /** Whether a folder is one of repaired stores. */
  public static boolean isIn(Path folder) {
    return Files.isRegularFile(folder.resolve(FILE));
  }

  /**
   * What a folder's file tells; empty where there is none.
   *
   * @throws RunException if it is damaged or of a newer version
   */
  public static Optional<RepairedCopy> find(Path folder) {
    Path file = folder.resolve(FILE);
    if (!isIn(folder)) {
      return Optional.empty();
    }
    try {
      JsonNode json = Json.MAPPER.readTree(Files.readAllBytes(file));
      StoreFolder.requireSchema(file, json, SCHEMA);
      return Optional.of(Json.MAPPER.treeToValue(json, RepairedCopy.class));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new RunException(
          "%s is damaged (%s); delete its folder and repair again".formatted(file, e.getMessage()),
          e);
    } catch (IOException e) {
      throw new RunException(file + " cannot be read: " + e, e);
    }
  }
}
