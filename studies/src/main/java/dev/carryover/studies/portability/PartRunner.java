package dev.carryover.studies.portability;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.migrations.run.Gate;
import dev.carryover.migrations.run.GateListener;
import dev.carryover.studies.frame.Study.Means;
import dev.carryover.studies.frame.StudyListener;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Runs the parts of a study one after the other, under one limit of costs. */
final class PartRunner {
  private final Design design;
  private final Means means;
  private final Path folder;
  private final StudyListener listener;
  private double spent;

  PartRunner(Design design, Means means, Path folder, StudyListener listener) {
    this.design = design;
    this.means = means;
    this.folder = folder;
    this.listener = listener;
  }

  /** Looks whether a part can be run, and asks nothing. */
  void check(Part part) {
    gate(part).check();
  }

  /** What services would be asked in a part, at most. */
  List<Bill> estimate(Part part) {
    return part == Part.MODEL_SWAP ? gate(part).estimateDiagnosis() : gate(part).estimate();
  }

  /** Runs a part, or goes on with it, to its end. */
  RunReport run(Part part) {
    listener.stage("part " + part.folder());
    Gate gate = gate(part);
    RunReport report = part == Part.MODEL_SWAP ? gate.diagnose() : gate.run();
    spent += gate.bills().stream().map(Bill::dollars).flatMapToDouble(OptionalDouble::stream).sum();
    return report;
  }

  private Gate gate(Part part) {
    OptionalDouble left =
        means.maxCost().isPresent()
            ? OptionalDouble.of(Math.max(0, means.maxCost().getAsDouble() - spent))
            : OptionalDouble.empty();
    return new Gate(
        design.migration(part),
        new Gate.Options(
            folder.resolve(part.folder()),
            design.given(),
            means.threads(),
            means.inFlight(),
            false,
            means.answers(),
            left,
            Optional.empty()),
        new PartListener(part, listener),
        Clock.systemUTC());
  }

  /** Passes on how a part gets on. */
  private record PartListener(Part part, StudyListener listener) implements GateListener {
    @Override
    public void stage(String what) {
      listener.stage(what);
    }

    @Override
    public void progress(long done, long total, String where) {
      listener.progress(done, total, part.folder() + ", " + where);
    }
  }
}
