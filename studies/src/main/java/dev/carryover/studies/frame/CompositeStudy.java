package dev.carryover.studies.frame;

import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.studies.report.Findings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** A study that is composed of other runs, each in a folder of its own under the study's. */
public non-sealed interface CompositeStudy extends Study {
  /**
   * What the plan rests on beside the settings, such as the text of a migration file or the digest
   * of earlier runs; recorded, and a run with other facts is another plan.
   *
   * @throws SettingException if a setting cannot be used
   */
  SortedMap<String, String> facts(Request request);

  /**
   * What services would be asked at most, without a call; empty where the study cannot tell.
   *
   * @throws SettingException if a setting cannot be used
   */
  default Optional<List<Bill>> estimate(Request request) {
    return Optional.empty();
  }

  /**
   * Runs, or goes on, to the end. What was made lies in the folder.
   *
   * @param folder the study's run directory, whose record is there already
   */
  void run(Request request, Path folder, StudyListener listener);

  /**
   * What the runs say, from what lies in the folder alone.
   *
   * @param settings as resolved, with the facts
   */
  Findings analyse(Settings settings, Path folder);
}
