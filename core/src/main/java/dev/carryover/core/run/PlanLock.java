package dev.carryover.core.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A plan as it stood before the first answer, in {@code plan-lock.json} of the run directory: a
 * change afterwards can be seen, and is not prevented (spec 1.13).
 *
 * @param schema {@link #SCHEMA}
 * @param name of the run
 * @param sha256 over analysis and facts
 * @param analysis what is tested and how, in words: hypotheses, directions, threshold, correction,
 *     unit, exclusions
 * @param facts all that the run depends on: settings, plan, identities of models, versions
 */
public record PlanLock(
    String schema,
    String name,
    String sha256,
    SortedMap<String, String> analysis,
    SortedMap<String, String> facts) {
  /** Name and version of this shape. */
  public static final String SCHEMA = "carryover.plan-lock/1";

  /** Its file in the run directory. */
  public static final String FILE = "plan-lock.json";

  public PlanLock {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(sha256, "sha256");
    analysis = Collections.unmodifiableSortedMap(new TreeMap<>(analysis));
    facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
  }

  /** The lock of a run that is planned so. */
  public static PlanLock of(RunRecord planned, SortedMap<String, String> analysis) {
    SortedMap<String, String> facts = PlanFacts.of(planned);
    return new PlanLock(SCHEMA, planned.name(), sha256(analysis, facts), analysis, facts);
  }

  /**
   * Puts it into a run directory. The same lock that is there already stays.
   *
   * @throws RunException if something was observed there already, or another lock is there
   * @throws UncheckedIOException if it cannot be written
   */
  @SuppressWarnings("try") // the channel is held, and not used
  public void write(Path folder) {
    try {
      Files.createDirectories(folder);
      try (FileChannel held = RunDirectory.lock(folder)) {
        requireUnobserved(folder);
        Optional<PlanLock> there = find(folder);
        there.ifPresent(lock -> requireSame(folder, lock));
        if (there.isEmpty()) {
          AtomicFiles.replace(
              folder.resolve(FILE),
              Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(this));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(folder.resolve(FILE) + " cannot be written: " + e, e);
    }
  }

  private static void requireUnobserved(Path folder) throws IOException {
    if (RunDirectory.anythingObserved(folder)) {
      throw new RunException(
          "%s holds answers already, and a plan that is locked now could have been made to fit them; lock it in another folder with --out, before the first answer"
              .formatted(folder));
    }
  }

  private void requireSame(Path folder, PlanLock there) {
    if (!there.sha256().equals(sha256)) {
      throw new RunException(
          "%s holds the lock of another plan, %s, and this one is %s; lock it in another folder with --out, or delete the file if nobody relies on it"
              .formatted(folder.resolve(FILE), there.sha256(), sha256));
    }
  }

  /**
   * The lock of a run directory, if there is one.
   *
   * @throws RunException if it is damaged, or of a newer version
   */
  public static Optional<PlanLock> find(Path folder) {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode json = Json.MAPPER.readTree(Files.readAllBytes(file));
      StoreFolder.requireSchema(file, json, SCHEMA);
      PlanLock lock = Json.MAPPER.treeToValue(json, PlanLock.class);
      if (!lock.sha256().equals(sha256(lock.analysis(), lock.facts()))) {
        throw new RunException(
            file
                + " was changed after the lock: it does not match its SHA-256; restore it from a copy");
      }
      return Optional.of(lock);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new RunException(file + " is no lock of a plan; restore it from a copy", e);
    } catch (IOException e) {
      throw new RunException(file + " cannot be read: " + e, e);
    }
  }

  /** The SHA-256 that this lock would have if its run were planned so. */
  String sha256Of(RunRecord planned) {
    return sha256(analysis, PlanFacts.of(planned));
  }

  /** In which facts another plan differs, a sentence each; empty if in none. */
  List<String> differencesFrom(RunRecord planned) {
    SortedMap<String, String> now = PlanFacts.of(planned);
    TreeSet<String> keys = new TreeSet<>(facts.keySet());
    keys.addAll(now.keySet());
    List<String> differences = new ArrayList<>();
    for (String key : keys) {
      String locked = facts.getOrDefault(key, "absent");
      String is = now.getOrDefault(key, "absent");
      if (!locked.equals(is)) {
        differences.add("%s was '%s' and is '%s'".formatted(key, locked, is));
      }
    }
    return differences;
  }

  private static String sha256(Map<String, String> analysis, Map<String, String> facts) {
    try {
      byte[] canonical =
          Json.MAPPER.writeValueAsBytes(
              new TreeMap<>(
                  Map.of("analysis", new TreeMap<>(analysis), "facts", new TreeMap<>(facts))));
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(canonical));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts can always be written as JSON", e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
