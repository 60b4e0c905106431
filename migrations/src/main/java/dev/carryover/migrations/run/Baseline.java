package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.report.Identity;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunException;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.plan.Treatments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * An earlier run that stands in for an old model which is gone: its answers under {@code before},
 * and the stores that it wrote.
 */
final class Baseline {
  private static final String OPTION = "--baseline";

  private final Path folder;
  private final RunRecord record;

  private Baseline(Path folder, RunRecord record) {
    this.folder = folder;
    this.record = record;
  }

  /**
   * Reads a run.
   *
   * @throws ConfigException if there is none
   */
  static Baseline of(Path folder) {
    try (RunDirectory.Finished run = RunDirectory.read(folder)) {
      return new Baseline(folder, run.record());
    } catch (RunException e) {
      throw new ConfigException(
          OPTION, String.valueOf(e.getMessage()), "name the folder of a run of the old model");
    }
  }

  /** What it showed of the models and embedders of this name when it ran. */
  List<Identity> identities(List<String> names) {
    return record.identities().stream().filter(row -> names.contains(row.name())).toList();
  }

  /** The space of an embedder that is gone. */
  Optional<EmbedderIdentity> space(String embedder) {
    return record.identities().stream()
        .filter(row -> row.kind().equals("embedder") && row.name().equals(embedder))
        .map(Identity::facts)
        .map(facts -> Baseline.space(embedder, facts))
        .findFirst();
  }

  private static EmbedderIdentity space(String embedder, Map<String, String> facts) {
    return new EmbedderIdentity(
        facts.getOrDefault("served_name", embedder),
        Integer.parseInt(facts.getOrDefault("dimension", "0")),
        facts.getOrDefault("canary_vectors", ""));
  }

  /** The store of this name, if the run kept it. */
  Optional<MemoryStore> store(String name) {
    return new StoreFolder(folder.resolve("stores")).find(name);
  }

  /**
   * Looks whether those of the old side who still run are who they were, and get what they got.
   *
   * @param now the run that it stands in for
   * @throws ConfigException if not: then it is not the old side alone that is compared with
   */
  void requireSameOldSide(RunRecord now) {
    Set<String> roles = new TreeSet<>(Set.of("writer_tokens", "reader_bytes"));
    String reader = now.settings().getOrDefault("old.reader", "") + ".reader.";
    String writer = now.settings().getOrDefault("old.writer", "") + ".writer.";
    now.settings().keySet().stream()
        .filter(key -> key.startsWith(reader) || key.startsWith(writer))
        .forEach(roles::add);
    roles.forEach(key -> requireSame(key, now.settings().getOrDefault(key, "nothing")));
    Set<String> old = new TreeSet<>();
    old.add(now.settings().getOrDefault("old.reader", ""));
    old.add(now.settings().getOrDefault("old.writer", ""));
    for (Identity here : now.identities()) {
      if (here.kind().equals("model") && old.contains(here.name())) {
        identities(List.of(here.name())).stream()
            .filter(there -> there.kind().equals("model") && !there.sameAs(here))
            .findFirst()
            .ifPresent(there -> refuse(there, here));
      }
    }
  }

  private void refuse(Identity there, Identity here) {
    throw new ConfigException(
        OPTION,
        "'%s' was %s in %s, and is %s here"
            .formatted(there.name(), there.facts(), folder, here.facts()),
        "put the one back that it was, or name a run of the one that it is");
  }

  /**
   * Puts its answers under {@code before} into a journal that lacks them.
   *
   * @throws ConfigException if it is a run of other histories or settings, or did not get that far
   */
  void copyTo(Journal journal, Plan plan, List<ProbedHistory> histories, String digest) {
    requireSame(ProbeSelection.HISTORIES, digest);
    requireSame("seed", Long.toString(plan.seed()));
    try (RunDirectory.Finished run = RunDirectory.read(folder)) {
      for (PlannedTreatment treatment : plan.treatments()) {
        if (treatment.name().equals(Treatments.BEFORE)) {
          requirePlanned(plan, treatment);
          for (ProbedHistory history : histories) {
            if (plan.histories(treatment.format()).contains(history.history().id())) {
              copy(run.journal(), journal, history, treatment.cell().orElseThrow());
            }
          }
        }
      }
    }
  }

  private static void copy(Journal from, Journal to, ProbedHistory history, Cell template) {
    Cell cell = template.withHistory(history.history().id());
    if (to.settled(cell.id()).size() == history.probes().size()) {
      return;
    }
    Set<String> asked = history.probes().stream().map(Probe::id).collect(Collectors.toSet());
    List<Observation> settled = new ArrayList<>(from.of(cell.id()).values());
    settled.removeIf(there -> there.isFailed() || !asked.contains(there.probe()));
    if (settled.size() < history.probes().size()) {
      throw new ConfigException(
          OPTION,
          "it has %d of the %d answers of %s"
              .formatted(settled.size(), history.probes().size(), cell.id()),
          "finish that run first, or name another");
    }
    to.append(settled, Journal.Spent.NOTHING);
  }

  private void requirePlanned(Plan plan, PlannedTreatment before) {
    Optional<PlannedTreatment> there =
        record.plan().treatment(before.format(), Plan.OLD_TO_NEW, Treatments.BEFORE);
    boolean sameSettings =
        record.plan().formats().stream()
            .anyMatch(
                format ->
                    plan.formats().stream()
                        .anyMatch(
                            ours ->
                                ours.name().equals(before.format())
                                    && ours.name().equals(format.name())
                                    && ours.settings().equals(format.settings())));
    if (there.isEmpty() || !there.get().cell().equals(before.cell()) || !sameSettings) {
      throw new ConfigException(
          OPTION,
          "%s has no answers of %s".formatted(folder, before.cell().orElseThrow().id()),
          "name a run with the same old side, formats and settings");
    }
  }

  private void requireSame(String setting, String ours) {
    String theirs = record.settings().getOrDefault(setting, "nothing");
    if (!theirs.equals(ours)) {
      throw new ConfigException(
          OPTION,
          "%s ran with %s %s, and it is %s here".formatted(folder, setting, theirs, ours),
          "name a run of the same histories, probes, budgets and prompts");
    }
  }
}
