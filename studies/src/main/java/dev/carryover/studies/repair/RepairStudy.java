package dev.carryover.studies.repair;

import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.analysis.PlannedContrast;
import dev.carryover.migrations.run.Gate;
import dev.carryover.studies.frame.CompositeStudy;
import dev.carryover.studies.frame.StudyListener;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.swap.GateRunner;
import dev.carryover.studies.swap.Replacement;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The paper's third test (E6, spec 1.6, 1.7, 1.12): four repairs at three budgets in both
 * directions, against stores that the receiving side wrote itself. One run for each format.
 */
public final class RepairStudy implements CompositeStudy {
  @Override
  public String name() {
    return "repair";
  }

  @Override
  public String description() {
    return "What restores a memory after a replacement, and at what cost? The paper's third test.";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        new Parameter("histories", "48", "that the test rests on"),
        new Parameter("scale", "small", "of the synthetic histories: small, paper or nano"),
        new Parameter("margin", "5", "points that a loss must be shown to be over"));
  }

  @Override
  public SortedMap<String, String> tests() {
    SortedMap<String, String> tests = new TreeMap<>();
    tests.put(
        "hypotheses",
        "H7a: mean of notes rewritten from the raw history minus notes rewritten from the notes alone");
    tests.put(
        "directions", "both, and three rungs, averaged within a history; each alone not planned");
    tests.put("threshold", "the setting 'margin', in points");
    tests.put("tests", "one-sided t over histories; the bootstrap is reported beside it");
    tests.put(
        "correction",
        "none for one test; supported: over the threshold, and p under " + PlannedContrast.ALPHA);
    tests.put("unit", "history");
    tests.put(
        "exclusions", "none: a history without an answer or a rung leaves H7a not measurable");
    return tests;
  }

  @Override
  public SortedMap<String, String> facts(Request request) {
    margin(request.settings());
    return Replacement.of(request).facts();
  }

  @Override
  public Optional<List<Bill>> estimate(Request request) {
    Replacement replacement = Replacement.of(request);
    GateRunner runner = GateRunner.forEstimates(replacement, request.means());
    return Optional.of(
        GateRunner.together(
            Method.FORMATS.stream()
                .map(format -> Method.migration(replacement, format, format))
                .flatMap(run -> runner.estimate(run, Gate::estimateRepairs).stream())
                .toList()));
  }

  @Override
  public void run(Request request, Path folder, StudyListener listener) {
    Replacement replacement = Replacement.of(request);
    GateRunner runner = new GateRunner(replacement, request.means(), folder, listener);
    for (String format : Method.FORMATS) {
      runner.run(Method.migration(replacement, format, format), Gate::repairs);
    }
  }

  @Override
  public Findings analyse(Settings settings, Path folder) {
    return new RepairFindings(settings, folder).findings();
  }

  /** Points, from 1 to 50. */
  static int margin(Settings settings) {
    return settings.integer("margin", 5, 1, 50);
  }
}
