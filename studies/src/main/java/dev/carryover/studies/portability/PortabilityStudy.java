package dev.carryover.studies.portability;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.analysis.PlannedContrast;
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
 * The paper's planned tests on any models (spec 1.6 to 1.9): what memories lose when the language
 * model is replaced (E1), when the embedder is (E3), at which stage (E4), and what a repair of
 * notes without the history loses (E6). Calibration histories come first: if the instrument cannot
 * be believed on them, the study stops.
 */
public final class PortabilityStudy implements CompositeStudy {
  @Override
  public String name() {
    return "portability";
  }

  @Override
  public String description() {
    return "What do memories lose when a model or an embedder is replaced? The paper's planned tests.";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        new Parameter("histories", "48", "that the tests rest on"),
        new Parameter("calibration", "12", "histories of another seed, for the instrument alone"),
        new Parameter("scale", "small", "of the synthetic histories: small, paper or nano"),
        new Parameter("margin", "5", "points that a loss must be shown to be over"));
  }

  @Override
  public SortedMap<String, String> tests() {
    SortedMap<String, String> tests = new TreeMap<>();
    tests.put(
        "hypotheses",
        "H1: mean loss of notes (E1); H2: mean of full re-embed minus half-mixed index (E3); H4a: mean loss of notes minus that of claims (E1); H7a: mean of notes rewritten from the raw history minus notes rewritten from the notes alone, over three rungs (E6)");
    tests.put("directions", "averaged within a history, readers likewise");
    tests.put("threshold", "the setting 'margin', in points");
    tests.put("tests", "one-sided t over histories; the bootstrap is reported beside it");
    tests.put(
        "correction",
        "Holm over the four; supported: over the threshold, and p under " + PlannedContrast.ALPHA);
    tests.put("unit", "history");
    tests.put(
        "exclusions",
        "none: a history whose own store is under chance + 0.20 leaves H1 and H4a not measurable");
    return tests;
  }

  @Override
  public SortedMap<String, String> facts(Request request) {
    margin(request.settings());
    return new Design(Replacement.of(request)).facts();
  }

  @Override
  public Optional<List<Bill>> estimate(Request request) {
    Design design = new Design(Replacement.of(request));
    GateRunner runner = GateRunner.forEstimates(design.replacement(), request.means());
    return Optional.of(
        GateRunner.together(
            design.parts().stream()
                .flatMap(
                    part ->
                        runner
                            .estimate(design.migration(part), gate -> Design.estimate(part, gate))
                            .stream())
                .toList()));
  }

  @Override
  public void run(Request request, Path folder, StudyListener listener) {
    Design design = new Design(Replacement.of(request));
    GateRunner runner = new GateRunner(design.replacement(), request.means(), folder, listener);
    runner.check(design.migration(Part.NEW_READER));
    for (Part part : design.parts()) {
      RunReport report = runner.run(design.migration(part), gate -> Design.run(part, gate));
      boolean believed = report.gates().stream().allMatch(gate -> gate.passed());
      if (part == Part.CALIBRATION && !believed) {
        return;
      }
    }
  }

  @Override
  public Findings analyse(Settings settings, Path folder) {
    return new PortabilityFindings(settings, folder).findings();
  }

  /** Points, from 1 to 50. */
  static int margin(Settings settings) {
    return settings.integer("margin", 5, 1, 50);
  }
}
