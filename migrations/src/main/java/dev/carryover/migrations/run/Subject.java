package dev.carryover.migrations.run;

import dev.carryover.core.History;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Seeds;
import dev.carryover.core.run.RepairedCopy;
import dev.carryover.core.scoring.InstructionLikeText;
import dev.carryover.core.spi.HistorySource.HistorySet;
import dev.carryover.core.spi.HistorySpec;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.FormatChoice;
import dev.carryover.migrations.plan.RepairRoute;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a migration is tested on.
 *
 * @param set the histories with the probes that are asked
 * @param digest SHA-256 of the histories with all their probes
 * @param formats with their settings resolved
 * @param given a store that is there already
 * @param copy repaired stores that are there already
 */
record Subject(
    HistorySet set,
    String digest,
    List<MemoryFormat> formats,
    Optional<GivenStore> given,
    Optional<GivenCopy> copy) {
  private static final int MOST_NAMED = 3;

  Subject {
    formats = List.copyOf(formats);
  }

  /**
   * Reads what the migration names.
   *
   * @param skipBad whether bad records of a source are counted instead of refused
   * @param selection of the probes
   * @throws ConfigException naming the place of what cannot be used
   */
  static Subject of(MigrationFile migration, boolean skipBad, ProbeSelection selection) {
    HistorySet set = histories(migration, skipBad);
    List<MemoryFormat> formats = formats(migration, set);
    Optional<GivenCopy> copy =
        GivenCopy.of(
            migration, formats, set.histories().stream().map(ProbedHistory::history).toList());
    List<ProbedHistory> asked = set.histories().stream().map(selection.choice()).toList();
    List<String> notes = new ArrayList<>(set.notes());
    if (selection != ProbeSelection.ALL) {
      usedUp(set.histories(), asked).ifPresent(notes::add);
    }
    return new Subject(
        new HistorySet(asked, set.settings(), notes, set.formatDefaults()),
        Digests.of(set.histories()),
        formats,
        given(migration, formats, copy),
        copy);
  }

  /** Says of how many histories a part of the probes is all of them. */
  private static Optional<String> usedUp(List<ProbedHistory> all, List<ProbedHistory> asked) {
    long some = all.stream().filter(history -> !history.probes().isEmpty()).count();
    long whole =
        IntStream.range(0, all.size())
            .filter(i -> !asked.get(i).probes().isEmpty())
            .filter(i -> asked.get(i).probes().size() == all.get(i).probes().size())
            .count();
    return whole == 0
        ? Optional.empty()
        : Optional.of(
            "Of %d of %d histories all probes are asked here: a full gate that leaves these out has none left there."
                .formatted(whole, some));
  }

  /** Whether no history has a question. */
  boolean isUnasked() {
    return set.histories().stream().allMatch(history -> history.probes().isEmpty());
  }

  /**
   * This subject.
   *
   * @param selection that the probes were chosen by
   * @throws ConfigException if there is no question
   */
  Subject requireAsked(MigrationFile migration, ProbeSelection selection) {
    if (isUnasked() && selection != ProbeSelection.ALL) {
      throw new ConfigException(
          migration.place("histories"),
          "of '" + migration.histories() + "' no question is left beside those that were screened",
          "leave out --screened, and choose among candidates by other questions than the gate's; or give more questions to both");
    }
    if (isUnasked()) {
      throw new ConfigException(
          migration.place("histories"),
          "'" + migration.histories() + "' holds no question that could be asked",
          "name a file of questions, as in jsonl:PATH?questions=PATH");
    }
    return this;
  }

  /**
   * The same, where only some histories are asked. The others stay, for what is taken from other
   * histories, and nothing of them is measured.
   *
   * @param most how many are asked, drawn among those with a question
   */
  Subject sampled(int most, long seed) {
    Set<String> drawn =
        set.histories().stream()
            .filter(history -> !history.probes().isEmpty())
            .map(history -> history.history().id())
            .sorted(Comparator.comparingLong(id -> Seeds.derive(seed, "repair sample", id)))
            .limit(most)
            .collect(Collectors.toUnmodifiableSet());
    List<ProbedHistory> asked =
        set.histories().stream()
            .map(
                history ->
                    drawn.contains(history.history().id())
                        ? history
                        : new ProbedHistory(history.history(), List.of()))
            .toList();
    return new Subject(
        new HistorySet(asked, set.settings(), set.notes(), set.formatDefaults()),
        digest,
        formats,
        given,
        copy);
  }

  /** How many histories have a question that is asked. */
  int asked() {
    return (int) set.histories().stream().filter(h -> !h.probes().isEmpty()).count();
  }

  /** The histories without their probes. */
  List<History> histories() {
    return set.histories().stream().map(ProbedHistory::history).toList();
  }

  /** This subject without the formats that run elsewhere, or take much work to be written. */
  Subject here() {
    List<MemoryFormat> rest =
        formats.stream().filter(format -> !format.runsElsewhere() && !format.keepsState()).toList();
    return new Subject(set, digest, rest, given, copy);
  }

  private static HistorySet histories(MigrationFile migration, boolean skipBad) {
    String place = migration.place("histories");
    try {
      HistorySet set =
          HistorySpec.parse(migration.histories())
              .withDefault("seed", Long.toString(migration.seed()))
              .load(skipBad);
      if (set.histories().isEmpty()) {
        throw new ConfigException(
            place,
            "'" + migration.histories() + "' holds no history",
            "name a source that holds some");
      }
      return flagged(set);
    } catch (SettingException e) {
      throw ConfigException.at(place, e);
    }
  }

  /** The same, with a note where texts talk to the model that will read them. */
  private static HistorySet flagged(HistorySet set) {
    List<String> histories =
        set.histories().stream()
            .map(ProbedHistory::history)
            .filter(
                history ->
                    history.events().stream()
                        .anyMatch(event -> InstructionLikeText.in(event.asLine())))
            .map(History::id)
            .toList();
    if (histories.isEmpty()) {
      return set;
    }
    List<String> notes = new ArrayList<>(set.notes());
    notes.add(
        "%s of %d %s texts that read like instructions to a model (%s%s). They are data: prompts quote them, and the answers show what the models made of them."
            .formatted(
                histories.size(),
                set.histories().size(),
                histories.size() == 1 ? "histories holds" : "histories hold",
                String.join(", ", histories.subList(0, Math.min(MOST_NAMED, histories.size()))),
                histories.size() > MOST_NAMED ? ", …" : ""));
    return new HistorySet(set.histories(), set.settings(), notes, set.formatDefaults());
  }

  private static List<MemoryFormat> formats(MigrationFile migration, HistorySet set) {
    List<MemoryFormat> formats = new ArrayList<>();
    boolean forced = false;
    for (FormatChoice choice : migration.formats()) {
      try {
        Map<String, String> defaults =
            new HashMap<>(set.formatDefaults().getOrDefault(choice.name(), Map.of()));
        MemoryFormatProvider provider =
            Plugins.named(MemoryFormatProvider.class, "format", choice.name());
        if (migration.forceSameShape() && takes(provider, MigrationFile.FORCE_SAME_SHAPE)) {
          defaults.put(MigrationFile.FORCE_SAME_SHAPE, "true");
          forced = true;
        }
        formats.add(provider.create(Settings.of(choice.settings()).orElse(defaults)));
      } catch (SettingException e) {
        String place =
            choice.places().getOrDefault(e.key(), choice.places().getOrDefault(choice.name(), ""));
        throw ConfigException.at(place, e);
      }
    }
    requireForced(migration, forced);
    requireKnown(migration, formats);
    requireBudget(migration, formats);
    requireOthers(migration, formats, set);
    requireRaw(migration, formats, set);
    return formats;
  }

  private static boolean takes(MemoryFormatProvider provider, String setting) {
    return provider.parameters().stream().anyMatch(known -> known.name().equals(setting));
  }

  private static void requireForced(MigrationFile migration, boolean forced) {
    if (migration.forceSameShape() && !forced) {
      throw new ConfigException(
          migration.place(MigrationFile.FORCE_SAME_SHAPE),
          "no format under test keeps a cache that could be forced on another model",
          "add saved-cache to the formats, or leave it out");
    }
  }

  private static void requireKnown(MigrationFile migration, List<MemoryFormat> formats) {
    List<String> known =
        formats.stream()
            .flatMap(format -> RepairRoute.methods(format).stream())
            .map(RepairMethod::name)
            .distinct()
            .sorted()
            .toList();
    for (Named repair : Named.in(migration)) {
      if (!known.contains(repair.name())) {
        throw new ConfigException(
            repair.place(),
            "no format under test knows the repair '" + repair.name() + "'",
            known.isEmpty()
                ? "none of them knows any; leave it out"
                : "known are " + String.join(", ", known));
      }
    }
  }

  /**
   * A repair that the migration names.
   *
   * @param place where
   */
  private record Named(String name, String place) {
    static List<Named> in(MigrationFile migration) {
      List<Named> named = new ArrayList<>();
      migration.repairs().names().stream()
          .map(name -> new Named(name, migration.place("repairs")))
          .forEach(named::add);
      if (Treatments.isRepaired(migration.rollout())) {
        named.add(new Named(Treatments.methodOf(migration.rollout()), migration.place("rollout")));
      }
      return named;
    }
  }

  private static void requireRaw(
      MigrationFile migration, List<MemoryFormat> formats, HistorySet set) {
    if (RepairRoute.rawHistories(migration, set.histories())) {
      return;
    }
    formats.stream()
        .flatMap(format -> RepairRoute.methods(format).stream())
        .filter(RepairMethod::needsHistory)
        .map(RepairMethod::name)
        .filter(migration.repairs().names()::contains)
        .findFirst()
        .ifPresent(
            name -> {
              throw new ConfigException(
                  migration.place("repairs"),
                  "repair '" + name + "' begins with the raw histories, which are gone",
                  "name repairs that make do with the store, or leave 'repairs' out to see which");
            });
  }

  /** Refuses a rollout at a budget that its method does not have. */
  private static void requireBudget(MigrationFile migration, List<MemoryFormat> formats) {
    String rollout = migration.rollout();
    if (!Treatments.isRepaired(rollout) || Treatments.effortOf(rollout).isEmpty()) {
      return;
    }
    int effort = Treatments.effortOf(rollout).getAsInt();
    for (MemoryFormat format : formats) {
      RepairRoute.method(format, Treatments.methodOf(rollout))
          .map(RepairMethod::rungs)
          .filter(rungs -> rungs.stream().noneMatch(rung -> rung.percent() == effort))
          .ifPresent(
              rungs -> {
                throw new ConfigException(
                    migration.place(MigrationFile.ROLLOUT_EFFORT),
                    "'%s' of format '%s' has no budget of %d per cent"
                        .formatted(Treatments.methodOf(rollout), format.name(), effort),
                    "choose from "
                        + rungs.stream()
                            .map(rung -> Integer.toString(rung.percent()))
                            .collect(Collectors.joining(", ")));
              });
    }
  }

  private static void requireOthers(
      MigrationFile migration, List<MemoryFormat> formats, HistorySet set) {
    if (set.histories().size() > 1) {
      return;
    }
    List<String> sampling =
        formats.stream()
            .flatMap(format -> RepairRoute.methods(format).stream())
            .filter(method -> method.sampleTexts() > 0)
            .map(RepairMethod::name)
            .toList();
    for (Named repair : Named.in(migration)) {
      if (sampling.contains(repair.name())) {
        throw new ConfigException(
            repair.place(),
            "repair '%s' is fitted on texts of other histories, and there is one"
                .formatted(repair.name()),
            "give more histories, or name repairs that need none, such as re-embed");
      }
    }
  }

  /** Where none is named, the one that a given copy was repaired from. */
  private static Optional<GivenStore> given(
      MigrationFile migration, List<MemoryFormat> formats, Optional<GivenCopy> copy) {
    Optional<RepairedCopy.Source> repaired =
        copy.flatMap(known -> known.record().source())
            .filter(source -> source.store().equals(migration.store().orElse(source.store())));
    if (repaired.isPresent()) {
      return repaired.map(GivenStore::of);
    }
    try {
      return migration.store().map(source -> GivenStore.of(source, formats));
    } catch (SettingException e) {
      throw ConfigException.at(migration.place("store"), e);
    }
  }
}
