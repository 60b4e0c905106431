package dev.carryover.core.run;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A repair that a format knows, as a run of the grid of repairs records it among its settings.
 *
 * @param format its name
 * @param method its name
 * @param needs what it begins with
 * @param offered whether that is there; a repair that is not offered was not measured
 */
public record PlannedRepair(String format, String method, Needs needs, boolean offered) {
  private static final String PREFIX = "repair.of.";
  private static final String GONE = ", which is gone";

  /** What a repair begins with. */
  public enum Needs {
    /** The store alone. */
    STORE,
    /** The raw history. */
    HISTORY,
    /** The store, and texts of other histories, from which one result serves all stores. */
    SAMPLE
  }

  public PlannedRepair {
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(needs, "needs");
  }

  /** The entry of a run's settings. */
  public Map.Entry<String, String> entry() {
    return Map.entry(
        PREFIX + format + "/" + method,
        needs.name().toLowerCase(Locale.ROOT) + (offered ? "" : GONE));
  }

  /** The repairs that a run's settings name, by format and name; none of other runs. */
  public static List<PlannedRepair> of(RunRecord record) {
    return record.settings().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(PREFIX))
        .map(entry -> read(entry.getKey().substring(PREFIX.length()), entry.getValue()))
        .toList();
  }

  private static PlannedRepair read(String name, String value) {
    int slash = name.indexOf('/');
    boolean offered = !value.endsWith(GONE);
    String needs = offered ? value : value.substring(0, value.length() - GONE.length());
    return new PlannedRepair(
        name.substring(0, slash),
        name.substring(slash + 1),
        Needs.valueOf(needs.toUpperCase(Locale.ROOT)),
        offered);
  }
}
