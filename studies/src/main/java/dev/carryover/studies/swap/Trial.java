package dev.carryover.studies.swap;

import dev.carryover.core.Plan;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.RunReport.HistoryFigures;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.migrations.analysis.Analyst;
import dev.carryover.migrations.analysis.PlannedContrast;
import dev.carryover.migrations.analysis.PlannedContrasts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A run of a study that came to its end, as its folder tells it.
 *
 * @param plan what it did
 * @param report what it found
 * @param planned its planned contrasts
 * @param repairs what each repair took, by the id of the cell that reads its store
 */
public record Trial(
    Plan plan,
    RunReport report,
    List<PlannedContrast> planned,
    SortedMap<String, RepairPrice> repairs) {
  /** The run in a folder of a study; empty where it was not begun or is not at its end. */
  public static Optional<Trial> read(Path study, String name) {
    Path folder = study.resolve(name);
    if (!Files.exists(folder)) {
      return Optional.empty();
    }
    try (RunDirectory.Finished run = RunDirectory.read(folder)) {
      return run.record().status() == Status.FINISHED
          ? Optional.of(
              new Trial(
                  run.record().plan(),
                  Analyst.analyse(run.record(), run.journal(), name),
                  PlannedContrasts.of(run.record(), run.journal()),
                  run.journal().spent().repairs()))
          : Optional.empty();
    }
  }

  /** A planned contrast by its name. */
  public Optional<PlannedContrast> planned(String name) {
    return planned.stream().filter(contrast -> contrast.name().equals(name)).findFirst();
  }

  /** A treatment that was measured, read the memory's own way. */
  public Optional<Treatment> treatment(String format, String direction, String name) {
    return plan.treatment(format, direction, name)
        .flatMap(
            planned ->
                report.treatments().stream()
                    .filter(treatment -> treatment.id().equals(planned.id()))
                    .findFirst());
  }

  /** A figure of such a treatment. */
  public Optional<Figure> figure(String format, String direction, String name, String metric) {
    return treatment(format, direction, name)
        .flatMap(treatment -> Optional.ofNullable(treatment.metrics().get(metric)));
  }

  /** A figure by history, in the plan's order; a history without it is left out. */
  public Map<String, Double> perHistory(
      String format, String direction, String name, String metric) {
    Map<String, Double> values = new LinkedHashMap<>();
    String id = String.join("/", format, direction, name);
    for (HistoryFigures row : report.perHistory()) {
      Double value = row.metrics().get(metric);
      if (row.treatment().equals(id) && value != null) {
        values.put(row.history(), value);
      }
    }
    return values;
  }

  /** The name of the recall of retrieval, with its k. */
  public String recall() {
    return plan.formats().stream()
        .filter(format -> format.name().equals(Formats.RAG))
        .map(format -> Metric.recallAt(format.rankedItems().orElseThrow()).name())
        .findFirst()
        .orElseThrow();
  }

  /** The controls that failed. */
  public List<Gate> failed() {
    return report.gates().stream().filter(gate -> !gate.passed()).toList();
  }
}
