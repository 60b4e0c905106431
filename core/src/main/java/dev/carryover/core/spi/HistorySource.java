package dev.carryover.core.spi;

import dev.carryover.core.ProbedHistory;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Histories with probes, from a generator, a file or a folder. Chosen as {@code NAME:LOCATION}. */
public interface HistorySource extends Plugin {
  /**
   * Reads or makes all histories.
   *
   * @throws SourceException if a record cannot be used, naming it, unless bad records are skipped
   * @throws SettingException if a setting cannot be used
   */
  HistorySet load(Request request);

  /**
   * What is asked for.
   *
   * @param location what stands after the name: a path, a scale
   * @param settings what stands after the question mark
   * @param skipBad whether bad records are counted instead of refused
   */
  record Request(String location, Settings settings, boolean skipBad) {
    public Request {
      Objects.requireNonNull(location, "location");
      Objects.requireNonNull(settings, "settings");
    }
  }

  /**
   * What came.
   *
   * @param histories in the source's order, their ids unique
   * @param settings resolved, seeds included and paths left out, for the manifest
   * @param notes sentences for the report: what was skipped, what cannot be marked and why
   * @param formatDefaults settings that suit these histories, by format name, where the user is
   *     silent
   */
  record HistorySet(
      List<ProbedHistory> histories,
      Map<String, String> settings,
      List<String> notes,
      Map<String, Map<String, String>> formatDefaults) {
    public HistorySet {
      histories = List.copyOf(histories);
      settings = Map.copyOf(settings);
      notes = List.copyOf(notes);
      formatDefaults = Map.copyOf(formatDefaults);
    }
  }
}
