package dev.carryover.core.run;

import dev.carryover.core.Plan;
import dev.carryover.core.report.Identity;
import dev.carryover.core.report.RunReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What {@code run.json} holds: everything about a run beside its stores and observations.
 *
 * @param schema {@link #SCHEMA}
 * @param name of the run
 * @param status where it stands
 * @param given the settings as given: the migration file's text and the options in its place
 * @param settings the settings as resolved, defaults and content digests included
 * @param plan what is done and how it is decided
 * @param identities every model and embedder, as measured before the start
 * @param spaces how far apart the vector spaces are
 * @param notes what the sources of histories and stores had to say
 * @param versions of Carryover and the libraries that figures depend on
 * @param clock when, where and how long; all that differs between two runs of one plan
 * @param looks every time a verdict was reached
 */
public record RunRecord(
    String schema,
    String name,
    Status status,
    SortedMap<String, String> given,
    SortedMap<String, String> settings,
    Plan plan,
    List<Identity> identities,
    List<RunReport.SpaceComparison> spaces,
    List<String> notes,
    SortedMap<String, String> versions,
    Clock clock,
    List<Look> looks) {
  /** Name and version of this shape. */
  public static final String SCHEMA = "carryover.run/1";

  /** Key of the source of the histories among the settings as given. */
  public static final String HISTORIES = "histories";

  /** Key of an earlier run that stood in for the old side, among the settings as given. */
  public static final String BASELINE = "baseline";

  /** Key of "true" among the resolved settings of a run that was to tell where losses come from. */
  public static final String DIAGNOSIS = "diagnosis";

  /** Key of "true" among the resolved settings of a run that judges each repair too. */
  public static final String WITH_REPAIR = "with_repair";

  /** Key of the number of histories on which a run measured the grid of repairs. */
  public static final String REPAIR_SAMPLE = "repair.sample";

  /** Key of the source of a store that was there already. */
  public static final String STORE = "store";

  public RunRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(status, "status");
    given = Collections.unmodifiableSortedMap(new TreeMap<>(given));
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    Objects.requireNonNull(plan, "plan");
    identities = List.copyOf(identities);
    spaces = List.copyOf(spaces);
    notes = List.copyOf(notes);
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
    Objects.requireNonNull(clock, "clock");
    looks = List.copyOf(looks);
  }

  /** Where a run stands. */
  public enum Status {
    /** Begun, and not at its end: working, or stopped. */
    RUNNING,
    /** Every planned observation was made. */
    FINISHED
  }

  /**
   * When, where and how long.
   *
   * @param startedAt ISO 8601, UTC
   * @param updatedAt ISO 8601, UTC
   * @param workedSeconds over all attempts
   * @param host name of the machine that worked last
   * @param java version of the Java that worked last
   */
  public record Clock(
      String startedAt, String updatedAt, double workedSeconds, String host, String java) {
    public Clock {
      if (!(workedSeconds >= 0 && Double.isFinite(workedSeconds))) {
        throw new IllegalArgumentException("worked for " + workedSeconds + " seconds");
      }
    }
  }

  /**
   * A verdict that was reached. An extended look raises the false-pass rate, so none is forgotten.
   *
   * @param at ISO 8601, UTC
   * @param decision what it said
   * @param histories how many it rested on
   */
  public record Look(String at, String decision, int histories) {}

  /** This record at another point of its life. */
  public RunRecord with(Status newStatus, Clock newClock, List<Look> newLooks) {
    return new RunRecord(
        schema,
        name,
        newStatus,
        given,
        settings,
        plan,
        identities,
        spaces,
        notes,
        versions,
        newClock,
        newLooks);
  }

  /** This record with other comparisons of the vector spaces. */
  public RunRecord withSpaces(List<RunReport.SpaceComparison> newSpaces) {
    return new RunRecord(
        schema,
        name,
        status,
        given,
        settings,
        plan,
        identities,
        newSpaces,
        notes,
        versions,
        clock,
        looks);
  }

  /** This record with one more note. */
  RunRecord withNote(String note) {
    List<String> newNotes = new ArrayList<>(notes);
    newNotes.add(note);
    return new RunRecord(
        schema,
        name,
        status,
        given,
        settings,
        plan,
        identities,
        spaces,
        newNotes,
        versions,
        clock,
        looks);
  }

  /** Which models and embedders are not those of another run of the same plan; empty if none. */
  List<String> changedFrom(RunRecord planned) {
    List<String> changed = new ArrayList<>();
    for (int i = 0; i < Math.max(identities.size(), planned.identities.size()); i++) {
      if (i >= identities.size() || i >= planned.identities.size()) {
        changed.add(
            "%d were there, %d are now".formatted(identities.size(), planned.identities.size()));
        break;
      }
      Identity here = identities.get(i);
      Identity now = planned.identities.get(i);
      if (!here.sameAs(now)) {
        changed.add("%s is another one: %s".formatted(here.name(), difference(here, now)));
      }
    }
    return changed;
  }

  /** The facts that differ. Where none does, the name or the canary's figures do. */
  private static String difference(Identity here, Identity now) {
    if (!here.name().equals(now.name())) {
      return "it is '" + now.name() + "' now";
    }
    TreeSet<String> facts = new TreeSet<>(here.facts().keySet());
    facts.addAll(now.facts().keySet());
    List<String> all = new ArrayList<>();
    for (String fact : facts) {
      String before = here.facts().getOrDefault(fact, "unknown");
      String after = now.facts().getOrDefault(fact, "unknown");
      if (!before.equals(after)) {
        all.add("%s was '%s', is '%s'".formatted(fact, before, after));
      }
    }
    return all.isEmpty()
        ? "the log-probabilities of a fixed text are others"
        : String.join(", ", all);
  }

  /** In which settings the plan of another run differs from this one's; empty if in none. */
  List<String> differencesFrom(RunRecord planned) {
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
    if (differences.isEmpty() && !plan.equals(planned.plan)) {
      differences.add("another version of Carryover planned it");
    }
    return differences;
  }
}
