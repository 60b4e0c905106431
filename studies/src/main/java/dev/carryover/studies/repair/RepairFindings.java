package dev.carryover.studies.repair;

import dev.carryover.core.Plan;
import dev.carryover.core.spi.Settings;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.swap.Formats;
import dev.carryover.studies.swap.Trial;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What the runs of the study say together, from their folders alone. */
final class RepairFindings {
  private final Settings settings;
  private final int margin;
  private final Map<String, Trial> trials = new HashMap<>();

  /**
   * @param settings of the study's record
   * @param folder of the study
   */
  RepairFindings(Settings settings, Path folder) {
    this.settings = settings;
    this.margin = RepairStudy.margin(settings);
    for (String format : Method.FORMATS) {
      Trial.read(folder, format).ifPresent(trial -> trials.put(format, trial));
    }
  }

  Findings findings() {
    if (!trials.keySet().containsAll(Method.FORMATS)) {
      return Findings.ofHistories(
          Optional.of("it is not at its end, and the same command goes on"),
          List.of(),
          List.of(),
          List.of(),
          limits());
    }
    Map<Method, Grid> grids = new EnumMap<>(Method.class);
    for (Method method : Method.values()) {
      grids.put(method, new Grid(trial(method.format())));
    }
    H7aTables test =
        new H7aTables(
            trial(Formats.NOTES), margin, Long.parseLong(settings.text("seed").orElseThrow()));
    CostTables costs = new CostTables(grids);
    return Findings.ofHistories(
        test.unmeasurable(),
        List.of(test.verdict()),
        List.of(test.table(), costs.t7(), costs.rungs(), costs.histories()),
        List.of(RepairPlots.of(grids, Plan.OLD_TO_NEW), RepairPlots.of(grids, Plan.NEW_TO_OLD)),
        limits());
  }

  private Trial trial(String format) {
    return Objects.requireNonNull(trials.get(format));
  }

  private static List<String> limits() {
    return List.of(
        NotesRepairs.LIMIT,
        "The p of H7a is of one test here. 'study portability' corrects it over all four of the paper's, on the same histories.",
        "By direction H7a was not planned as a test, and decides nothing.",
        "Costs count the texts that were embedded, or the tokens that models read and wrote, or their calls where they count no tokens, as built-in ones; the paper's are dollars for hours of a GPU. A cost of one method says nothing beside that of a method with another unit.",
        "The rungs of notes are shares of the writer's allowance of tokens. A writer that counts none, as those built in, gives the same notes at each. A rebuild has one rung, because it takes nothing.",
        "A median is of the histories that were restored, and may fall as the target rises, because fewer are.",
        "A repair that an output limit ended restores nothing, is charged its whole reserve, and its store is scored all the same.",
        "The paper's columns are of other models, other histories and other settings of the formats. They are there to be read beside ours; no difference between the two means anything.",
        "These histories are scripted. They stand for yours only as far as they resemble them, and each run's own report says what its figures cannot show.");
  }
}
